//! Providers that people use, so that a name is enough. A preset only fills in what nobody said.

use super::super::api::Api;
use super::super::settings::Prices;
use super::Field;

#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    pub name: &'static str,
    /// What it may also be called.
    pub also: &'static [&'static str],
    pub api: Api,
    pub base_url: Option<&'static str>,
    pub model: Option<&'static str>,
    /// The variables that may hold its key, the first that is set counts.
    pub keys: &'static [&'static str],
    /// The variables that hold its model and base URL.
    pub variables: Option<(&'static str, &'static str)>,
    /// Nobody is answered without a key.
    pub locked: bool,
    /// It runs on a machine of one's own and costs nothing.
    pub own: bool,
    pub sees: bool,
    /// The longest side of a picture that its models see best; none: as it is.
    pub picture: Option<u32>,
}

/// The longest side that the design gives to pictures for models in general.
const USUAL: Option<u32> = Some(1024);

const HOSTED: Preset = Preset {
    name: "",
    also: &[],
    api: Api::Openai,
    base_url: None,
    model: None,
    keys: &[],
    variables: None,
    locked: true,
    own: false,
    sees: true,
    picture: USUAL,
};

const OWN: Preset = Preset { locked: false, own: true, ..HOSTED };

pub const PRESETS: [Preset; 16] = [
    Preset {
        name: "claude",
        also: &["anthropic"],
        api: Api::Anthropic,
        base_url: Some("https://api.anthropic.com"),
        model: Some("claude-sonnet-4-5"),
        keys: &["ANTHROPIC_API_KEY"],
        variables: Some(("ANTHROPIC_MODEL", "ANTHROPIC_BASE_URL")),
        // Larger pictures are made smaller on arrival.
        picture: Some(1568),
        ..HOSTED
    },
    Preset {
        name: "openai",
        base_url: Some("https://api.openai.com/v1"),
        model: Some("gpt-4.1"),
        keys: &["OPENAI_API_KEY"],
        variables: Some(("OPENAI_MODEL", "OPENAI_BASE_URL")),
        // The short side of a phone's picture becomes 768.
        picture: Some(1700),
        ..HOSTED
    },
    Preset {
        name: "gemini",
        also: &["google"],
        api: Api::Gemini,
        base_url: Some("https://generativelanguage.googleapis.com/v1beta"),
        model: Some("gemini-2.5-flash"),
        keys: &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
        variables: Some(("GEMINI_MODEL", "GEMINI_BASE_URL")),
        ..HOSTED
    },
    Preset {
        name: "custom",
        keys: &["CUSTOM_LLM_API_KEY"],
        variables: Some(("CUSTOM_LLM_MODEL", "CUSTOM_LLM_BASE_URL")),
        locked: false,
        ..HOSTED
    },
    Preset {
        name: "deepseek",
        base_url: Some("https://api.deepseek.com/v1"),
        model: Some("deepseek-chat"),
        keys: &["DEEPSEEK_API_KEY"],
        sees: false,
        ..HOSTED
    },
    Preset {
        name: "openrouter",
        base_url: Some("https://openrouter.ai/api/v1"),
        model: Some("google/gemini-2.5-flash"),
        keys: &["OPENROUTER_API_KEY"],
        ..HOSTED
    },
    Preset {
        name: "zhipu",
        also: &["bigmodel", "autoglm"],
        base_url: Some("https://open.bigmodel.cn/api/paas/v4"),
        model: Some("autoglm-phone"),
        keys: &["ZHIPUAI_API_KEY", "ZHIPU_API_KEY"],
        picture: None,
        ..HOSTED
    },
    Preset {
        name: "zai",
        also: &["z.ai"],
        base_url: Some("https://api.z.ai/api/paas/v4"),
        model: Some("autoglm-phone-multilingual"),
        keys: &["ZAI_API_KEY"],
        picture: None,
        ..HOSTED
    },
    Preset {
        name: "dashscope",
        also: &["qwen", "aliyun"],
        base_url: Some("https://dashscope.aliyuncs.com/compatible-mode/v1"),
        model: Some("qwen-vl-max"),
        keys: &["DASHSCOPE_API_KEY"],
        ..HOSTED
    },
    Preset {
        name: "modelscope",
        base_url: Some("https://api-inference.modelscope.cn/v1"),
        model: Some("ZhipuAI/AutoGLM-Phone-9B"),
        keys: &["MODELSCOPE_API_KEY"],
        picture: None,
        ..HOSTED
    },
    Preset {
        name: "siliconflow",
        base_url: Some("https://api.siliconflow.cn/v1"),
        keys: &["SILICONFLOW_API_KEY"],
        ..HOSTED
    },
    Preset { name: "ollama", base_url: Some("http://127.0.0.1:11434/v1"), model: Some("qwen2.5vl"), ..OWN },
    Preset {
        name: "vllm",
        base_url: Some("http://127.0.0.1:8000/v1"),
        model: Some("autoglm-phone-9b"),
        keys: &["VLLM_API_KEY"],
        picture: None,
        ..OWN
    },
    Preset {
        name: "sglang",
        base_url: Some("http://127.0.0.1:30000/v1"),
        model: Some("autoglm-phone-9b"),
        keys: &["SGLANG_API_KEY"],
        picture: None,
        ..OWN
    },
    Preset {
        name: "llamacpp",
        also: &["llama.cpp", "llama-server"],
        base_url: Some("http://127.0.0.1:8080/v1"),
        model: Some("default"),
        keys: &["LLAMA_API_KEY"],
        ..OWN
    },
    Preset { name: "lmstudio", base_url: Some("http://127.0.0.1:1234/v1"), ..OWN },
];

/// Published prices that do not change with the day or the length of what is asked. Your own, in tapwise.toml, win.
const PRICES: [(&str, &str, f64, f64); 9] = [
    ("claude", "claude-sonnet-4-5", 3.0, 15.0),
    ("claude", "claude-haiku-4-5", 1.0, 5.0),
    ("openai", "gpt-4.1", 2.0, 8.0),
    ("openai", "gpt-4.1-mini", 0.4, 1.6),
    ("openai", "gpt-4o", 2.5, 10.0),
    ("openai", "gpt-4o-mini", 0.15, 0.6),
    ("gemini", "gemini-2.5-flash", 0.3, 2.5),
    ("gemini", "gemini-2.5-flash-lite", 0.1, 0.4),
    ("gemini", "gemini-2.0-flash", 0.1, 0.4),
];

impl Preset {
    pub fn find(name: &str) -> Option<&'static Preset> {
        let name = name.trim().to_lowercase();
        PRESETS.iter().find(|preset| preset.name == name || preset.also.contains(&name.as_str()))
    }

    pub fn custom() -> &'static Preset {
        &PRESETS[3]
    }

    pub fn names() -> String {
        PRESETS.map(|preset| preset.name).join(", ")
    }

    /// The price of a model at the provider's own address.
    pub fn prices(&self, model: &str) -> Option<Prices> {
        if self.own {
            return Some(Prices::FREE);
        }
        let known = PRICES.iter().find(|(preset, name, ..)| *preset == self.name && *name == model)?;
        Some(Prices { input: known.2, output: known.3 })
    }

    /// The variables that hold a field of it.
    pub fn variables(&self, field: Field) -> Vec<&'static str> {
        match field {
            Field::Key => self.keys.to_vec(),
            Field::Model => self.variables.map(|(model, _)| model).into_iter().collect(),
            Field::BaseUrl => self.variables.map(|(_, base)| base).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_preset_has_names_of_its_own_and_an_address_that_can_be_asked() {
        let mut names = BTreeSet::new();
        for preset in &PRESETS {
            for name in std::iter::once(&preset.name).chain(preset.also) {
                assert!(names.insert(*name), "{name} means two presets");
                assert_eq!(Preset::find(name), Some(preset));
            }
            if let Some(url) = preset.base_url {
                assert_eq!(url.starts_with("http://127.0.0.1:"), preset.own, "{url}");
                assert_eq!(url.starts_with("https://"), !preset.own, "{url}");
            }
            assert!(
                !preset.locked || !preset.keys.is_empty(),
                "{} needs a key that nobody can give",
                preset.name
            );
        }
        assert_eq!(Preset::custom().name, "custom");
        assert_eq!(Preset::find(" Anthropic ").map(|preset| preset.name), Some("claude"));
    }

    #[test]
    fn prices_belong_to_models_of_a_preset() {
        for (preset, model, ..) in PRICES {
            assert!(Preset::find(preset).unwrap().prices(model).is_some());
        }
        assert_eq!(Preset::find("openrouter").unwrap().prices("gpt-4o"), None);
        assert_eq!(Preset::find("vllm").unwrap().prices("anything"), Some(Prices::FREE));
    }
}
