//! Settles each value from what was said, by one order of sources. Pure: everything was read before.

use super::super::dialect::Dialect;
use super::super::http::is_here;
use super::super::settings::ModelSettings;
use super::sources::Gathered;
use super::{BadConfig, Field, Given, Layer, PRESETS, Plain, Preset, Settings, Source, Told, Who};
use crate::model::{Limits, Purpose};
use serde_json::{Map, Value};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(120);
/// Phone models were trained on the screen as it is.
const GENERAL: Dialect = Dialect::Json;

pub(super) fn settle(said: &Gathered) -> Result<Settings, BadConfig> {
    let mut out = Settings {
        models: None,
        limits: Limits::default(),
        told: Vec::new(),
        warnings: said.warnings.clone(),
    };
    out.limits = limits(said, &mut out.told)?;
    let general = preset_of(said, Who::All)?;
    let all: Vec<Option<&'static Preset>> = Purpose::ALL
        .into_iter()
        .map(|purpose| Ok(preset_of(said, Who::One(purpose))?.or(general)))
        .collect::<Result<_, BadConfig>>()?;
    let Some(presets) = all.into_iter().collect::<Option<Vec<_>>>() else {
        return Ok(Settings { warnings: [out.warnings, unused(said)].concat(), ..out });
    };
    let fallback = match preset_of(said, Who::Fallback)? {
        Some(preset) => Some(Box::new(model(said, Who::Fallback, preset, general, &mut out)?)),
        None => None,
    };
    let mut models = Vec::new();
    for (purpose, preset) in Purpose::ALL.into_iter().zip(presets) {
        let mut settings = model(said, Who::One(purpose), preset, general, &mut out)?;
        settings.fallback.clone_from(&fallback);
        models.push(settings);
    }
    out.warnings.dedup();
    unpriced(&models, &out.limits)?;
    out.models = models.try_into().ok();
    Ok(out)
}

/// What is said for `who` in the order in which it counts, for a model of this preset.
fn layers(said: &Gathered, who: Who, preset: Option<&Preset>) -> Result<Vec<(Who, Layer)>, BadConfig> {
    let typed = |who: Who| said.flags.get(&who).cloned().unwrap_or_default();
    let written =
        |who: Who| [&said.folder, &said.home].map(|file| file.layers.get(&who).cloned().unwrap_or_default());
    let spoken = |who: Who| -> Result<[Layer; 2], BadConfig> {
        Ok([said.of_variables(0, who, preset)?, said.of_variables(1, who, preset)?])
    };
    let mut out = Vec::new();
    if let Who::One(_) = who {
        out.extend([typed(who), typed(Who::All)].map(|layer| (who, layer)));
        out.extend(spoken(who)?.into_iter().chain(written(who)).map(|layer| (who, layer)));
        out.extend(spoken(Who::All)?.into_iter().chain(written(Who::All)).map(|layer| (Who::All, layer)));
    } else if who == Who::Fallback {
        // What is said for all is said for those that the fallback stands in for.
        out.extend(written(who).into_iter().chain(spoken(who)?).map(|layer| (who, layer)));
    } else {
        out.push((who, typed(who)));
        out.extend(spoken(who)?.into_iter().chain(written(who)).map(|layer| (who, layer)));
    }
    Ok(out)
}

/// The preset that is named for `who` first. An address without a preset is one of one's own.
fn preset_of(said: &Gathered, who: Who) -> Result<Option<&'static Preset>, BadConfig> {
    let own = |layer: &(Who, Layer)| layer.0 == who;
    let layers: Vec<_> = layers(said, who, Some(Preset::custom()))?.into_iter().filter(own).collect();
    if let Some(given) = layers.iter().find_map(|(_, layer)| layer.values.get(&Field::Preset)) {
        return given.preset().map(Some);
    }
    let address = layers.iter().find_map(|(_, layer)| layer.values.get(&Field::BaseUrl));
    Ok(address.map(|_| Preset::custom()))
}

/// The first that says something about this preset. A file that names another preset speaks of that one; one that names
/// none speaks of the preset that all purposes have.
fn first<'a>(
    layers: &'a [(Who, Layer)],
    field: Field,
    preset: &Preset,
    general: Option<&Preset>,
) -> Result<Option<&'a Given>, BadConfig> {
    for (who, layer) in layers {
        let Some(given) = layer.values.get(&field) else { continue };
        let file = matches!(layer.source, Some(Source::Folder | Source::Home));
        let about = match layer.values.get(&Field::Preset) {
            Some(named) if file => Some(named.preset()?),
            None if file && *who == Who::All => general,
            _ => None,
        };
        if about.is_none_or(|about| about == preset) {
            return Ok(Some(given));
        }
    }
    Ok(None)
}

/// Collects values with their places.
struct Teller<'a> {
    who: Who,
    preset: &'static Preset,
    layers: Vec<(Who, Layer)>,
    general: Option<&'static Preset>,
    told: &'a mut Vec<Told>,
}

impl Teller<'_> {
    fn find(&self, field: Field) -> Result<Option<Given>, BadConfig> {
        Ok(first(&self.layers, field, self.preset, self.general)?.cloned())
    }

    fn tell(&mut self, name: &str, value: String, given: Option<&Given>) {
        let preset = format!("preset {}", self.preset.name);
        let (source, from) =
            given.map_or((Source::Preset, preset), |given| (given.source, given.place.clone()));
        self.told.push(Told { of: self.who.name().into(), name: name.into(), value, source, from });
    }

    /// A value that was given, else the preset's, told either way.
    fn take<T>(
        &mut self,
        field: Field,
        parse: impl Fn(&Given) -> Result<T, BadConfig>,
        or: T,
        show: impl Fn(&T) -> String,
    ) -> Result<T, BadConfig> {
        let given = self.find(field)?;
        let value = given.as_ref().map(parse).transpose()?.unwrap_or(or);
        self.tell(field.name(), show(&value), given.as_ref());
        Ok(value)
    }
}

fn model(
    said: &Gathered,
    who: Who,
    preset: &'static Preset,
    general: Option<&'static Preset>,
    out: &mut Settings,
) -> Result<ModelSettings, BadConfig> {
    let layers = layers(said, who, Some(preset))?;
    let named = layers.iter().find_map(|(_, layer)| layer.values.get(&Field::Preset)).cloned();
    let mut teller = Teller { who, preset, layers, general, told: &mut out.told };
    teller.tell("preset", preset.name.into(), named.as_ref());
    let api = teller.take(Field::Api, Given::api, preset.api, |api| api.name().into())?;
    let model = teller.take(
        Field::Model,
        |given| given.text().map(str::to_owned),
        preset.model.unwrap_or_default().into(),
        Clone::clone,
    )?;
    let base = teller.find(Field::BaseUrl)?;
    let base_url = teller.take(
        Field::BaseUrl,
        Given::base_url,
        preset.base_url.unwrap_or_default().into(),
        Clone::clone,
    )?;
    missing(preset, &model, &base_url, who)?;
    let key = key(said, &mut teller)?;
    let dialect =
        teller.take(Field::Dialect, Given::dialect, Dialect::of_model(&model), ToString::to_string)?;
    let usual = preset.picture.filter(|_| dialect == GENERAL);
    let picture = teller.take(Field::Picture, Given::picture, usual, |side| {
        side.map_or("as it is".into(), |side| format!("{side} px"))
    })?;
    let sees = teller.take(Field::Sees, Given::switch, preset.sees, ToString::to_string)?;
    let known = preset.prices(&model).filter(|_| preset.own || base.is_none());
    let shown = |prices: &Option<_>| {
        prices.map_or("not known".into(), |prices: super::super::Prices| {
            format!("{} in, {} out", prices.input, prices.output)
        })
    };
    let prices = teller.take(Field::Prices, |given| given.prices().map(Some), known, shown)?;
    let stream = teller.take(Field::Stream, Given::switch, false, ToString::to_string)?;
    let timeout =
        teller.take(Field::Timeout, Given::timeout, TIMEOUT, |time| format!("{} s", time.as_secs_f64()))?;
    let temperature = teller.take(Field::Temperature, Given::temperature, 0.0, ToString::to_string)?;
    let shown = |extra: &Map<String, Value>| Value::from(extra.clone()).to_string();
    let extra = teller.take(Field::Extra, |given| given.table().cloned(), usual_extra(dialect), shown)?;
    let settings = ModelSettings {
        preset: preset.name.into(),
        api,
        base_url,
        model,
        key: key.as_ref().map(|(key, _)| key.clone()),
        dialect,
        picture,
        sees,
        prices,
        stream,
        timeout,
        temperature: Some(temperature),
        extra,
        fallback: None,
    };
    astray(&settings, key.as_ref().map(|(_, given)| given), base.as_ref())?;
    if settings.key.is_some() && settings.base_url.starts_with("http://") && !is_here(&settings.base_url) {
        out.warnings.push(format!(
            "{}: the key goes over the network unencrypted\nhint: use https://",
            settings.place()
        ));
    }
    Ok(settings)
}

fn missing(preset: &Preset, model: &str, base_url: &str, who: Who) -> Result<(), BadConfig> {
    let place = format!("{} ({})", preset.name, who.name());
    let variable = |field: Field| {
        preset.variables(field).first().map_or(String::new(), |name| format!(", or set {name}"))
    };
    if base_url.is_empty() {
        let hint = format!("write base_url into tapwise.toml{}", variable(Field::BaseUrl));
        return Err(BadConfig::new(&place, "no base URL is set", &hint));
    }
    if model.is_empty() {
        let hint = format!("name one with --model NAME{}", variable(Field::Model));
        return Err(BadConfig::new(&place, "no model is named", &hint));
    }
    Ok(())
}

/// The key, and where it came from. A variable that somebody named for it goes before the provider's usual one.
fn key(said: &Gathered, teller: &mut Teller<'_>) -> Result<Option<(super::Key, Given)>, BadConfig> {
    let mut given = teller.find(Field::Key)?;
    if let Some(pointer) = teller.find(Field::KeyEnv)? {
        let name = pointer.text()?;
        let Some(variable) = said.variable(name) else {
            let what = "the variable that key_env names is not set";
            return Err(BadConfig::new(&pointer.place, what, "set it in the environment or in .env"));
        };
        let key = super::Key::new(variable.text()?).map_err(|why| {
            BadConfig::new(
                &variable.place,
                &format!("this key cannot be used: {why}"),
                "copy it again, without spaces",
            )
        })?;
        given = Some(Given { value: Plain::Key(key), ..variable.clone() });
    }
    let found = match given {
        Some(Given { value: Plain::Key(key), source, place }) => {
            Some((key.clone(), Given { value: Plain::Key(key), source, place }))
        }
        _ => None,
    };
    let shown = if found.is_some() { "set" } else { "none" };
    teller.tell("key", shown.into(), found.as_ref().map(|(_, given)| given));
    if found.is_none() && teller.preset.locked {
        let names = teller.preset.keys.join(" or ");
        let place = format!("{} ({})", teller.preset.name, teller.who.name());
        return Err(BadConfig::new(
            &place,
            "no key is set",
            &format!("set {names} in the environment or in .env"),
        ));
    }
    Ok(found)
}

/// A key of the user's own must not go to an address that only the working folder names: the folder may be a stranger's.
fn astray(settings: &ModelSettings, key: Option<&Given>, base: Option<&Given>) -> Result<(), BadConfig> {
    let (Some(key), Some(base)) = (key, base) else { return Ok(()) };
    if !base.source.of_the_folder() || key.source.of_the_folder() {
        return Ok(());
    }
    let what = format!("this address would get the key from {}", key.place);
    let hint = "if you trust it, say the address yourself (--base-url, environment, home folder), or put its key into .env";
    Err(BadConfig::new(&base.place, &format!("{what}: {}", settings.place()), hint))
}

/// What Open-AutoGLM's own client sends beside the temperature.
fn usual_extra(dialect: Dialect) -> Map<String, Value> {
    match dialect {
        Dialect::Autoglm => {
            Map::from_iter([("top_p".to_owned(), 0.85.into()), ("frequency_penalty".to_owned(), 0.2.into())])
        }
        _ => Map::new(),
    }
}

/// Limits that were typed, else those of the files.
fn limits(said: &Gathered, told: &mut Vec<Told>) -> Result<Limits, BadConfig> {
    let written = |name: &str| [&said.folder, &said.home].into_iter().find_map(|file| file.budget.get(name));
    let mut tell = |name: &str, value: String, given: Option<&Given>| {
        let (source, from) = given.map_or((Source::Flag, format!("--{}", name.replace('_', "-"))), |given| {
            (given.source, given.place.clone())
        });
        told.push(Told { of: "budget".into(), name: name.into(), value, source, from });
    };
    let mut count = |name: &str, typed: Option<u64>| -> Result<Option<u64>, BadConfig> {
        let given = written(name).filter(|_| typed.is_none());
        let value = typed.map_or_else(|| given.map(Given::count).transpose(), |typed| Ok(Some(typed)))?;
        if let Some(value) = value {
            tell(name, value.to_string(), given);
        }
        Ok(value)
    };
    let calls = count("max_calls", said.limits.max_calls)?;
    let tokens = count("max_tokens", said.limits.max_tokens)?;
    let time = count("max_seconds", None)?.map(Duration::from_secs);
    let given = written("max_cost").filter(|_| said.limits.max_cost.is_none());
    let cost =
        said.limits.max_cost.map_or_else(|| given.map(Given::money).transpose(), |typed| Ok(Some(typed)))?;
    if let Some(cost) = cost {
        tell("max_cost", format!("{cost} US dollars"), given);
    }
    Ok(Limits { calls, tokens, cost, time })
}

/// A limit in money needs prices; routers tell them with each answer.
fn unpriced(models: &[ModelSettings], limits: &Limits) -> Result<(), BadConfig> {
    let fallbacks = models.iter().filter_map(|model| model.fallback.as_deref());
    let dear =
        models.iter().chain(fallbacks).find(|model| model.prices.is_none() && model.preset != "openrouter");
    match (limits.cost, dear) {
        (Some(_), Some(model)) => Err(BadConfig::new(
            "max_cost",
            &format!("the price of {} is not known, so the limit cannot be kept", model.name()),
            "write prices = { input = …, output = … } into tapwise.toml, or use max_calls and max_tokens",
        )),
        _ => Ok(()),
    }
}

/// Keys that are set while no model is chosen: it costs money, so it is not guessed.
fn unused(said: &Gathered) -> Vec<String> {
    let told = PRESETS.iter().filter_map(|preset| {
        let name = said.has_variable_of(preset, Field::Key)?;
        Some(format!(
            "{name} is set, but no model is chosen\nhint: LLM_PROVIDER={0} or --preset {0} uses it",
            preset.name
        ))
    });
    told.collect()
}
