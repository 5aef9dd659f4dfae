//! The order of sources, and what is refused.

use super::*;
use std::path::Path;

/// A working folder and a home folder with these files.
struct Place {
    folder: tempfile::TempDir,
    home: tempfile::TempDir,
    sources: Sources,
}

fn place(variables: &[(&str, &str)], dotenv: &str, folder: &str, home: &str) -> Place {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let write = |path: &Path, text: &str| {
        if !text.is_empty() {
            std::fs::write(path, text).unwrap();
        }
    };
    write(&here.path().join(".env"), dotenv);
    write(&here.path().join("tapwise.toml"), folder);
    write(&there.path().join("tapwise.toml"), home);
    let environment =
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let sources = Sources {
        flags: Flags::default(),
        environment,
        folder: here.path().to_owned(),
        home: there.path().to_owned(),
    };
    Place { folder: here, home: there, sources }
}

impl Place {
    fn load(&self) -> Result<Settings, BadConfig> {
        load(&self.sources)
    }

    fn plan(&self) -> ModelSettings {
        self.load().unwrap().of(Purpose::Plan).unwrap().clone()
    }

    fn refused(&self) -> String {
        let told = self.load().unwrap_err().to_string();
        assert!(told.contains("\nhint: "), "{told}");
        told
    }
}

fn source(settings: &Settings, of: &str, name: &str) -> Source {
    settings.told.iter().find(|told| told.of == of && told.name == name).unwrap().source
}

#[test]
fn without_a_choice_there_is_no_model_and_a_lonely_key_is_told() {
    let nothing = place(&[], "", "", "").load().unwrap();
    assert!(!nothing.has_model() && nothing.of(Purpose::Plan).is_none() && nothing.warnings.is_empty());
    let lonely = place(&[("OPENAI_API_KEY", "sk-12345678")], "", "", "").load().unwrap();
    assert!(!lonely.has_model());
    assert!(lonely.warnings[0].contains("LLM_PROVIDER=openai"), "{:?}", lonely.warnings);
    assert!(!format!("{lonely:?}").contains("sk-12345678"));
}

#[test]
fn the_variables_of_the_design_work_in_the_environment_and_in_dotenv() {
    let text = "# LLM 提供商\nLLM_PROVIDER=custom\nCUSTOM_LLM_API_KEY=sk-or-v1-xxx\n\
        CUSTOM_LLM_BASE_URL=https://openrouter.ai/api/v1\nCUSTOM_LLM_MODEL=google/gemini-2.5-flash-preview\nADB_PATH=adb\nOPERATION_DELAY=0.3\n";
    let plan = place(&[], text, "", "").plan();
    assert_eq!((plan.preset.as_str(), plan.base_url.as_str()), ("custom", "https://openrouter.ai/api/v1"));
    assert_eq!(plan.model, "google/gemini-2.5-flash-preview");
    assert!(plan.key.is_some());
    for (provider, key, model, api) in [
        ("claude", "ANTHROPIC_API_KEY", "ANTHROPIC_MODEL", "anthropic"),
        ("openai", "OPENAI_API_KEY", "OPENAI_MODEL", "openai"),
        ("gemini", "GEMINI_API_KEY", "GEMINI_MODEL", "gemini"),
    ] {
        let plan =
            place(&[("LLM_PROVIDER", provider), (key, "sk-12345678"), (model, "mine")], "", "", "").plan();
        assert_eq!((plan.preset.as_str(), plan.model.as_str(), plan.api.name()), (provider, "mine", api));
    }
}

#[test]
fn the_order_of_sources_holds_for_every_pair() {
    // From weakest to strongest, each one added to those before it.
    let home = "preset = \"vllm\"\nmodel = \"home\"\n";
    let folder = "preset = \"vllm\"\nmodel = \"folder\"\n";
    let dotenv = "LLM_PROVIDER=vllm\nLLM_PLAN_MODEL=dotenv\n";
    let variables = [("LLM_PLAN_MODEL", "environment")];
    let model = |place: &Place| {
        let settings = place.load().unwrap();
        (settings.of(Purpose::Plan).unwrap().model.clone(), source(&settings, "plan", "model"))
    };
    let preset = "preset = \"vllm\"\n";
    assert_eq!(model(&place(&[], "", "", preset)), ("autoglm-phone-9b".into(), Source::Preset));
    assert_eq!(model(&place(&[], "", "", home)), ("home".into(), Source::Home));
    assert_eq!(model(&place(&[], "", folder, home)), ("folder".into(), Source::Folder));
    assert_eq!(model(&place(&[], dotenv, folder, home)), ("dotenv".into(), Source::DotEnv));
    let mut all = place(&variables, dotenv, folder, home);
    assert_eq!(model(&all), ("environment".into(), Source::Environment));
    all.sources.flags.models = vec!["flag".into()];
    assert_eq!(model(&all), ("flag".into(), Source::Flag));
    all.sources.flags.models.push("plan=own".into());
    assert_eq!(model(&all), ("own".into(), Source::Flag));
    assert_eq!(all.load().unwrap().of(Purpose::Judge).unwrap().model, "flag");
}

#[test]
fn every_purpose_may_have_a_model_of_its_own() {
    let text = "preset = \"ollama\"\n[plan]\npreset = \"claude\"\nkey_env = \"MY_KEY\"\n[operate]\nmodel = \"gui-owl\"\n[judge]\npreset = \"vllm\"\n";
    let settings =
        place(&[("MY_KEY", "sk-12345678"), ("LLM_PROVIDER", "sglang")], "", text, "").load().unwrap();
    let of = |purpose| settings.of(purpose).unwrap();
    assert_eq!(
        (of(Purpose::Plan).preset.as_str(), of(Purpose::Plan).model.as_str()),
        ("claude", "claude-sonnet-4-5")
    );
    assert!(of(Purpose::Plan).key.is_some());
    // What is said for all comes from the environment; the file's own preset is another one.
    assert_eq!(of(Purpose::Locate).preset, "sglang");
    assert_eq!(
        (of(Purpose::Operate).preset.as_str(), of(Purpose::Operate).model.as_str()),
        ("sglang", "gui-owl")
    );
    assert_eq!(of(Purpose::Judge).preset, "vllm");
    let models = settings.open(&clock()).unwrap().unwrap();
    use crate::model::Model;
    assert_eq!(models.name_for(Purpose::Operate), "sglang:gui-owl");
}

fn clock() -> std::sync::Arc<dyn crate::clock::Clock + Sync> {
    std::sync::Arc::new(crate::clock::VirtualClock::default())
}

#[test]
fn what_a_file_says_about_one_preset_is_not_said_about_another() {
    let text = "preset = \"custom\"\nbase_url = \"http://10.0.0.9/v1\"\nmodel = \"mine\"\n";
    let mut place = place(&[], "", text, "");
    place.sources.flags.preset = Some("ollama".into());
    let plan = place.plan();
    assert_eq!((plan.base_url.as_str(), plan.model.as_str()), ("http://127.0.0.1:11434/v1", "qwen2.5vl"));
    place.sources.flags.preset = None;
    assert_eq!(place.plan().model, "mine");
}

#[test]
fn a_typed_model_may_name_its_preset_and_keep_its_colons() {
    let mut place = place(&[], "", "", "");
    place.sources.flags.models = vec!["ollama:qwen2.5vl:7b".into()];
    let plan = place.plan();
    assert_eq!((plan.preset.as_str(), plan.model.as_str()), ("ollama", "qwen2.5vl:7b"));
    place.sources.flags.models = vec!["ollama:".into()];
    place.refused();
}

#[test]
fn an_address_alone_is_a_provider_of_ones_own() {
    let plan = place(
        &[],
        "CUSTOM_LLM_BASE_URL=http://192.168.1.5:8000/v1\nCUSTOM_LLM_MODEL=autoglm-phone-9b\n",
        "",
        "",
    )
    .plan();
    assert_eq!((plan.preset.as_str(), plan.dialect), ("custom", crate::model::dialect::Dialect::Autoglm));
    assert_eq!(plan.picture, None, "a phone model sees the screen as it is");
    assert_eq!(plan.extra["top_p"], 0.85);
}

#[test]
fn a_stranger_folder_does_not_get_the_users_key() {
    let environment = [("OPENAI_API_KEY", "sk-12345678"), ("AWS_SECRET", "aws-12345678")];
    for (dotenv, folder) in [
        ("LLM_PROVIDER=openai\nOPENAI_BASE_URL=https://evil.example/v1\n", ""),
        ("", "preset = \"openai\"\nbase_url = \"https://evil.example/v1\"\n"),
        ("", "base_url = \"https://evil.example/v1\"\nmodel = \"x\"\nkey_env = \"AWS_SECRET\"\n"),
        ("OPENAI_BASE_URL=https://evil.example/v1\n", "preset = \"openai\"\n"),
    ] {
        let told = place(&environment, dotenv, folder, "").refused();
        assert!(told.contains("evil.example") && !told.contains("12345678"), "{told}");
    }
    // Its own key is its own business, and the user may say the address.
    let own = "LLM_PROVIDER=openai\nOPENAI_BASE_URL=https://proxy.example/v1\nOPENAI_API_KEY=sk-abcdefgh\n";
    assert!(place(&[], own, "", "").load().is_ok());
    let said = [("OPENAI_API_KEY", "sk-12345678"), ("OPENAI_BASE_URL", "https://proxy.example/v1")];
    assert!(place(&said, "LLM_PROVIDER=openai\n", "", "").load().is_ok());
    assert!(
        place(&environment, "", "", "preset = \"openai\"\nbase_url = \"https://proxy.example/v1\"\n")
            .load()
            .is_ok()
    );
}

#[test]
fn what_is_missing_or_wrong_is_told_with_its_place() {
    for (text, place_told, says) in [
        ("preset = \"claude\"\n", "claude", "ANTHROPIC_API_KEY"),
        ("preset = \"lmstudio\"\n", "lmstudio", "no model is named"),
        ("preset = \"custom\"\nmodel = \"x\"\n", "custom", "CUSTOM_LLM_BASE_URL"),
        ("preset = \"chatgtp\"\n", "./tapwise.toml:1", "openrouter"),
        ("preset = \"ollama\"\napi = \"grpc\"\n", "./tapwise.toml:2", "anthropic"),
        ("preset = \"ollama\"\nbase_url = \"localhost:80\"\n", "./tapwise.toml:2", "web address"),
        ("preset = \"ollama\"\nbase_url = \"http://me:pw@x/v1\"\n", "./tapwise.toml:2", "password"),
        ("preset = \"ollama\"\ndialect = \"latin\"\n", "./tapwise.toml:2", "autoglm"),
        ("preset = \"ollama\"\npicture = 12.5\n", "./tapwise.toml:2", "longest side"),
        ("preset = \"ollama\"\ntimeout = 0\n", "./tapwise.toml:2", "seconds"),
        ("preset = \"ollama\"\ntemperature = 3\n", "./tapwise.toml:2", "0 to 2"),
        ("preset = \"ollama\"\nstream = \"yes\"\n", "./tapwise.toml:2", "true or false"),
        ("preset = \"ollama\"\nprices = { input = 1 }\n", "./tapwise.toml:2", "million"),
        ("preset = \"ollama\"\nkey_env = \"NOT_THERE\"\n", "./tapwise.toml:2", "not set"),
        ("[budget]\nmax_calls = 1.5\n", "./tapwise.toml:2", "whole number"),
        ("[fallback]\npreset = \"nobody\"\n[plan]\n", "./tapwise.toml:2", "preset"),
    ] {
        // A preset for all, where the case has none of its own.
        let text = if text.starts_with("preset") || text.starts_with("[budget]") {
            text.to_owned()
        } else {
            format!("{text}\n[judge]\n")
        };
        let mut place = place(&[], "", &text, "");
        if !text.starts_with("preset") {
            place.sources.flags.preset = Some("ollama".into());
        }
        let told = place.refused();
        assert!(told.contains(place_told) && told.contains(says), "{text}{told}");
    }
}

#[test]
fn limits_come_from_words_or_files_and_money_needs_a_price() {
    let text = "preset = \"siliconflow\"\nmodel = \"x\"\nkey_env = \"K\"\n[budget]\nmax_calls = 60\nmax_tokens = 500_000\n";
    let mut place = place(&[("K", "sk-12345678")], "", "", text);
    let limits = place.load().unwrap().limits;
    assert_eq!((limits.calls, limits.tokens, limits.cost), (Some(60), Some(500_000), None));
    place.sources.flags.max_calls = Some(5);
    assert_eq!(place.load().unwrap().limits.calls, Some(5));
    place.sources.flags.max_cost = Some(0.5);
    assert!(place.refused().contains("prices"));
    place.sources.flags.preset = Some("ollama".into());
    assert_eq!(place.load().unwrap().limits.cost, Some(0.5), "what runs at home is free");
}

#[test]
fn a_fallback_is_a_model_of_its_own() {
    let text = "preset = \"vllm\"\n[fallback]\npreset = \"deepseek\"\n";
    let plan = place(&[("DEEPSEEK_API_KEY", "sk-12345678")], "", "", text).plan();
    let fallback = plan.fallback.unwrap();
    assert_eq!(
        (fallback.preset.as_str(), fallback.model.as_str(), fallback.sees),
        ("deepseek", "deepseek-chat", false)
    );
    assert!(fallback.key.is_some() && plan.key.is_none());
}

#[test]
fn keys_are_told_as_set_and_never_shown() {
    let settings =
        place(&[], "LLM_PROVIDER=deepseek\nDEEPSEEK_API_KEY=sk-canary-12345678\n", "", "").load().unwrap();
    let key = settings.told.iter().find(|told| told.name == "key").unwrap();
    assert_eq!((key.value.as_str(), key.from.as_str()), ("set", "DEEPSEEK_API_KEY in .env:2"));
    let everything = format!("{settings:?}{}", serde_json::to_string(&settings.told).unwrap());
    assert!(!everything.contains("canary"), "{everything}");
}

#[cfg(unix)]
#[test]
fn a_key_in_a_file_that_everybody_can_read_is_warned_about() {
    use std::os::unix::fs::PermissionsExt;
    let place = place(&[], "", "", "preset = \"deepseek\"\nkey = \"sk-canary-12345678\"\n");
    let file = place.home.path().join("tapwise.toml");
    for (mode, warned) in [(0o644, 1), (0o600, 0)] {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let settings = place.load().unwrap();
        assert_eq!(settings.warnings.len(), warned, "{:?}", settings.warnings);
        assert!(settings.of(Purpose::Plan).unwrap().key.is_some());
    }
}

#[test]
fn a_key_over_a_plain_connection_is_warned_about_unless_it_stays_here() {
    let warned = |url: &str| {
        let dotenv =
            format!("CUSTOM_LLM_BASE_URL={url}\nCUSTOM_LLM_MODEL=m\nCUSTOM_LLM_API_KEY=sk-12345678\n");
        place(&[], &dotenv, "", "").load().unwrap().warnings.len()
    };
    assert_eq!(
        (warned("http://10.0.0.2/v1"), warned("http://127.0.0.1/v1"), warned("https://x.example")),
        (1, 0, 0)
    );
}

#[test]
fn hostile_files_are_refused_or_left_aside_and_never_break_anything() {
    let long = "x".repeat(300 << 10);
    let deep = "[".repeat(20_000);
    for text in [
        "\u{0}",
        "=",
        "[[plan]]\n",
        "[plan\n",
        "preset = 7\n",
        "preset = \"\"\n",
        long.as_str(),
        deep.as_str(),
        "a.b.c = 1\n",
    ] {
        assert!(place(&[], "", text, "").load().is_err(), "{}", &text[..text.len().min(20)]);
    }
    for text in ["\u{0}\u{0}", "====", "'", "A=\"", long.as_str()] {
        assert!(place(&[], text, "", "").load().is_ok(), "{}", &text[..text.len().min(20)]);
    }
    let bytes = place(&[], "", "", "");
    std::fs::write(bytes.folder.path().join("tapwise.toml"), b"\xff\xfe").unwrap();
    assert!(bytes.refused().contains("UTF-8"));
    let folder = place(&[], "", "", "");
    std::fs::create_dir(folder.folder.path().join(".env")).unwrap();
    assert!(folder.load().is_ok());
}
