//! What dialects are called, and which one a model speaks, by the model's name.

use super::Dialect;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a dialect\nhint: one of {known}", known = Dialect::ALL.map(|dialect| dialect.name()).join(", "))]
pub struct NoDialect(String);

impl Dialect {
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Json => "json",
            Dialect::Autoglm => "autoglm",
            Dialect::UiTars => "ui-tars",
            Dialect::UiTars15 => "ui-tars-1.5",
            Dialect::MobileUse => "mobile-use",
            Dialect::MobileUse25 => "mobile-use-2.5",
            Dialect::Gelab => "gelab",
        }
    }

    /// The dialect that a model was trained on, as far as its name tells; else our JSON, which any model can be taught.
    pub fn of_model(name: &str) -> Dialect {
        let name: String =
            name.to_lowercase().chars().map(|c| if matches!(c, '_' | ' ') { '-' } else { c }).collect();
        let has = |part: &str| name.contains(part);
        let tars = has("ui-tars") || has("uitars");
        let qwen_sees = has("qwen") && (has("vl") || has("omni"));
        match () {
            () if has("autoglm") => Dialect::Autoglm,
            // The hosted one speaks thousandths whatever its number.
            () if tars && (has("1.5") || has("1-5")) && !has("doubao") => Dialect::UiTars15,
            () if tars => Dialect::UiTars,
            () if has("gui-owl") && !has("owl-1.5") && !has("owl-1-5") => Dialect::MobileUse25,
            () if has("gui-owl") || has("mai-ui") => Dialect::MobileUse,
            () if qwen_sees && (has("2.5") || has("2-5")) => Dialect::MobileUse25,
            () if qwen_sees => Dialect::MobileUse,
            () if has("gelab") || has("step-gui") => Dialect::Gelab,
            () => Dialect::Json,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = NoDialect;

    fn from_str(text: &str) -> Result<Self, NoDialect> {
        let wanted = text.trim().to_lowercase().replace('_', "-");
        let found = Dialect::ALL.into_iter().find(|dialect| dialect.name() == wanted);
        found.ok_or_else(|| NoDialect(super::bad::quoted(text)))
    }
}

impl TryFrom<String> for Dialect {
    type Error = NoDialect;

    fn try_from(text: String) -> Result<Self, NoDialect> {
        text.parse()
    }
}

impl From<Dialect> for String {
    fn from(dialect: Dialect) -> String {
        dialect.name().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_spoken_to_in_the_language_that_it_was_trained_on() {
        for (model, dialect) in [
            ("autoglm-phone-9b", Dialect::Autoglm),
            ("ZhipuAI/AutoGLM-Phone-9B-Multilingual", Dialect::Autoglm),
            ("bytedance/ui-tars-1.5-7b", Dialect::UiTars15),
            ("UI-TARS-7B-DPO", Dialect::UiTars),
            ("doubao-1-5-ui-tars-250428", Dialect::UiTars),
            ("qwen2.5-vl-72b-instruct", Dialect::MobileUse25),
            ("qwen/qwen3-vl-235b-a22b-instruct", Dialect::MobileUse),
            ("mPLUG/GUI-Owl-7B", Dialect::MobileUse25),
            ("GUI-Owl-1.5-8B-Instruct", Dialect::MobileUse),
            ("stepfun-ai/GELab-Zero-4B-preview", Dialect::Gelab),
            ("claude-sonnet-4-5", Dialect::Json),
            ("gpt-5.2", Dialect::Json),
            ("deepseek-chat", Dialect::Json),
            ("qwen3-max", Dialect::Json),
            ("", Dialect::Json),
        ] {
            assert_eq!(Dialect::of_model(model), dialect, "{model}");
        }
    }

    #[test]
    fn a_dialect_is_known_by_its_name_and_no_other() {
        for dialect in Dialect::ALL {
            assert_eq!(dialect.to_string().parse(), Ok(dialect));
        }
        assert_eq!("UI_TARS".parse(), Ok(Dialect::UiTars));
        assert!("latin".parse::<Dialect>().is_err());
    }
}
