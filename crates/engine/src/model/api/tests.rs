//! What is sent and understood in each provider's form.

use super::*;
use std::sync::Arc;

const MANNER: Manner = Manner { stream: false, schema: true, temperature: true, newer_limit: false };

fn request() -> Request {
    let shot = Shot { format: Format::Png, bytes: Arc::from(&b"png"[..]), width: 2, height: 3 };
    let user =
        Message { role: Role::User, parts: vec![Part::Picture(shot), Part::Text("点哪里？".into())] };
    let schema = Schema {
        name: "place".into(),
        json: json!({"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"], "additionalProperties": false}),
    };
    Request {
        purpose: super::super::Purpose::Locate,
        messages: vec![Message::text(Role::System, "be brief"), user],
        schema: Some(schema),
        max_tokens: 99,
    }
}

fn body(api: Api, manner: Manner) -> Value {
    let extra = Map::from_iter([("top_p".to_owned(), json!(0.85))]);
    api.body(&Asking { request: &request(), model: "m", manner, temperature: Some(0.0), extra: &extra })
}

fn stream(api: Api, events: &[&str]) -> Result<Reply, Fault> {
    let mut gathered = Gathered::default();
    for event in events {
        api.piece(&mut gathered, event)?;
    }
    gathered.end()
}

#[test]
fn each_provider_gets_text_picture_limit_and_schema_in_its_own_form() {
    let openai = body(Api::Openai, MANNER);
    assert_eq!(openai["messages"][0], json!({"role": "system", "content": "be brief"}));
    assert_eq!(openai["messages"][1]["content"][0]["image_url"]["url"], "data:image/png;base64,cG5n");
    assert_eq!(openai["response_format"]["json_schema"]["strict"], true);
    assert_eq!((&openai["max_tokens"], &openai["top_p"]), (&json!(99), &json!(0.85)));
    let anthropic = body(Api::Anthropic, MANNER);
    assert_eq!(anthropic["system"], "be brief");
    assert_eq!(anthropic["messages"][0]["content"][0]["source"]["data"], "cG5n");
    assert_eq!(anthropic["tool_choice"]["name"], anthropic["tools"][0]["name"]);
    let gemini = body(Api::Gemini, MANNER);
    assert_eq!(gemini["systemInstruction"]["parts"][0]["text"], "be brief");
    assert_eq!(gemini["contents"][0]["parts"][0]["inlineData"]["data"], "cG5n");
    let form = &gemini["generationConfig"]["responseSchema"];
    assert_eq!(form["properties"]["x"]["type"], "integer");
    assert!(form.get("additionalProperties").is_none());
}

#[test]
fn without_schemas_the_form_is_told_in_words() {
    for api in Api::ALL {
        let text = body(api, Manner { schema: false, ..MANNER }).to_string();
        assert!(text.contains("JSON schema") && text.contains("additionalProperties"), "{text}");
        assert!(
            !text.contains("response_format")
                && !text.contains("tool_choice")
                && !text.contains("responseSchema")
        );
    }
}

#[test]
fn a_schema_is_strict_only_if_it_keeps_the_rules() {
    let mut loose = request();
    loose.schema =
        Some(Schema { name: "s".into(), json: json!({"type": "object", "properties": {"x": {}}}) });
    let asking =
        Asking { request: &loose, model: "m", manner: MANNER, temperature: None, extra: &Map::new() };
    assert_eq!(Api::Openai.body(&asking)["response_format"]["json_schema"]["strict"], false);
}

#[test]
fn addresses_are_made_from_the_base_url() {
    assert_eq!(Api::Openai.url("https://a/v1/", "m", true), "https://a/v1/chat/completions");
    assert_eq!(Api::Anthropic.url("https://a", "m", true), "https://a/v1/messages");
    assert_eq!(Api::Anthropic.url("https://a/v1", "m", true), "https://a/v1/messages");
    assert_eq!(
        Api::Gemini.url("https://a/v1beta", "models/g", false),
        "https://a/v1beta/models/g:generateContent"
    );
    assert_eq!(
        Api::Gemini.url("https://a/v1beta", "g", true),
        "https://a/v1beta/models/g:streamGenerateContent?alt=sse"
    );
}

#[test]
fn whole_answers_say_text_reason_and_usage() {
    let openai = json!({"choices": [{"message": {"content": "好"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 2, "cost": 0.01}});
    let anthropic = json!({"content": [{"type": "text", "text": "好"}], "stop_reason": "end_turn",
        "usage": {"input_tokens": 5, "cache_read_input_tokens": 2, "output_tokens": 2}});
    let gemini = json!({"candidates": [{"content": {"parts": [{"text": "hm", "thought": true}, {"text": "好"}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 1, "thoughtsTokenCount": 1}});
    for (api, answer) in Api::ALL.into_iter().zip([openai, anthropic, gemini]) {
        let reply = api.whole(&answer).unwrap();
        assert_eq!((reply.text.as_str(), reply.stop), ("好", Stop::End), "{}", api.name());
        assert_eq!((reply.usage.input_tokens, reply.usage.output_tokens), (7, 2), "{}", api.name());
    }
}

#[test]
fn every_reason_to_stop_is_known_for_what_it_is_and_an_unknown_one_is_no_end() {
    let cases: [(Api, &str, Option<Stop>); 16] = [
        (Api::Openai, "stop", Some(Stop::End)),
        (Api::Openai, "tool_calls", Some(Stop::End)),
        (Api::Openai, "length", Some(Stop::Length)),
        (Api::Openai, "content_filter", Some(Stop::Refused)),
        (Api::Openai, "abort", None),
        (Api::Openai, "banana", None),
        (Api::Anthropic, "end_turn", Some(Stop::End)),
        (Api::Anthropic, "tool_use", Some(Stop::End)),
        (Api::Anthropic, "max_tokens", Some(Stop::Length)),
        (Api::Anthropic, "refusal", Some(Stop::Refused)),
        (Api::Anthropic, "pause_turn", None),
        (Api::Gemini, "STOP", Some(Stop::End)),
        (Api::Gemini, "MAX_TOKENS", Some(Stop::Length)),
        (Api::Gemini, "SAFETY", Some(Stop::Refused)),
        (Api::Gemini, "MALFORMED_FUNCTION_CALL", None),
        (Api::Gemini, "", None),
    ];
    for (api, reason, wanted) in cases {
        let answer = match api {
            Api::Openai => json!({"choices": [{"message": {"content": "x"}, "finish_reason": reason}]}),
            Api::Anthropic => json!({"content": [], "stop_reason": reason}),
            Api::Gemini => json!({"candidates": [{"finishReason": reason}]}),
        };
        assert_eq!(api.whole(&answer).ok().map(|reply| reply.stop), wanted, "{} {reason}", api.name());
    }
    // No reason at all is none either.
    for answer in [
        json!({"choices": [{"message": {"content": "x"}}]}),
        json!({"content": []}),
        json!({}),
        json!([]),
        json!(7),
    ] {
        assert!(Api::ALL.iter().all(|api| api.whole(&answer).is_err()), "{answer}");
    }
}

#[test]
fn a_blocked_prompt_and_a_refusal_are_refusals() {
    let blocked = json!({"promptFeedback": {"blockReason": "SAFETY"}});
    assert_eq!(Api::Gemini.whole(&blocked).unwrap().stop, Stop::Refused);
    let refusal =
        json!({"choices": [{"message": {"content": null, "refusal": "no"}, "finish_reason": "stop"}]});
    assert_eq!(Api::Openai.whole(&refusal).unwrap().stop, Stop::Refused);
}

#[test]
fn streams_are_put_together() {
    let openai = stream(
        Api::Openai,
        &[
            r#"{"choices":[{"delta":{"role":"assistant","content":""}}]}"#,
            r#"{"choices":[{"delta":{"content":"5"}}]}"#,
            r#"{"choices":[{"delta":{"content":"0"}}]}"#,
            r#"{"choices":[{"delta":{"content":"0"}}]}"#,
            r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}"#,
            "[DONE]",
        ],
    )
    .unwrap();
    assert_eq!((openai.text.as_str(), openai.usage.output_tokens), ("500", 4));
    let anthropic = stream(Api::Anthropic, &[
        r#"{"type":"message_start","message":{"usage":{"input_tokens":9,"output_tokens":1}}}"#,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        r#"{"type":"ping"}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"let me see"}}"#,
        r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","name":"answer","input":{}}}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"x\":"}}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"7}"}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":12}}"#,
        r#"{"type":"message_stop"}"#,
    ]).unwrap();
    assert_eq!((anthropic.text.as_str(), anthropic.usage.tokens()), ("{\"x\":7}", 21));
    let gemini = stream(Api::Gemini, &[
        r#"{"candidates":[{"content":{"parts":[{"text":"你"}]}}]}"#,
        r#"{"candidates":[{"content":{"parts":[{"text":"好"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1}}"#,
    ]).unwrap();
    assert_eq!(gemini.text, "你好");
}

#[test]
fn a_stream_without_a_reason_to_stop_was_cut_whatever_it_says_besides() {
    let piece = r#"{"choices":[{"delta":{"content":"finish(message=\"done\")"}}]}"#;
    assert_eq!(stream(Api::Openai, &[piece]), Err(Fault::Cut));
    assert_eq!(stream(Api::Openai, &[piece, "[DONE]"]), Err(Fault::Cut));
    assert_eq!(stream(Api::Anthropic, &[r#"{"type":"message_stop"}"#]), Err(Fault::Cut));
    assert_eq!(stream(Api::Gemini, &[]), Err(Fault::Cut));
}

#[test]
fn a_stream_that_repeats_itself_is_not_believed() {
    let said = r#"{"choices":[{"delta":{"content":"element=[50"}}]}"#;
    let stop = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;
    assert_eq!(stream(Api::Openai, &[said, said, stop]), Err(Fault::Garbled));
    assert_eq!(stream(Api::Openai, &[said, stop, stop]), Err(Fault::Garbled));
    assert_eq!(stream(Api::Openai, &[said, stop, said]), Err(Fault::Garbled));
    let digit = r#"{"choices":[{"delta":{"content":"5"}}]}"#;
    assert_eq!(stream(Api::Openai, &[digit, digit, stop, stop]), Err(Fault::Garbled));
}

#[test]
fn errors_inside_an_answer_or_a_stream_are_errors() {
    let overloaded = r#"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#;
    assert_eq!(stream(Api::Anthropic, &[overloaded]), Err(Fault::status(529, "overloaded_error: busy")));
    let routed = json!({"error": {"code": 402, "message": "no credits"}});
    assert_eq!(Api::Openai.whole(&routed), Err(Fault::status(402, "no credits")));
    assert!(matches!(stream(Api::Openai, &["<html>"]), Err(Fault::Malformed(_))));
}

#[test]
fn tools_that_a_server_took_apart_are_written_as_the_model_wrote_them() {
    let answer = json!({"choices": [{"finish_reason": "tool_calls", "message": {"content": null, "tool_calls": [
        {"function": {"name": "mobile_use", "arguments": "{\"action\":\"click\"}"}}]}}]});
    let text = Api::Openai.whole(&answer).unwrap().text;
    assert_eq!(text, r#"<tool_call>{"arguments":{"action":"click"},"name":"mobile_use"}</tool_call>"#);
    let many = json!({"choices": [{"finish_reason": "stop", "message": {"tool_calls": [{"index": 1u64 << 40, "function": {}}]}}]});
    assert!(Api::Openai.whole(&many).is_err());
}

#[test]
fn a_manner_gets_milder_by_what_the_provider_names_and_ends() {
    let (first, what) = milder(MANNER, true, "Use 'max_completion_tokens' instead").unwrap();
    assert!(first.newer_limit && what == "max_tokens");
    let (second, _) =
        milder(first, true, "Unsupported value: 'temperature'; also max_completion_tokens").unwrap();
    assert!(!second.temperature && second.schema);
    let (third, _) = milder(second, true, "response_format is not supported").unwrap();
    assert!(!third.schema);
    assert_eq!(milder(third, true, "response_format"), None);
    assert_eq!(milder(MANNER, false, "bad"), None);
}

#[test]
fn a_providers_words_are_found_wherever_they_stand() {
    for (answer, said) in [
        (json!({"error": {"message": "a", "type": "t"}}), "t: a"),
        (json!({"error": "b"}), "b"),
        (json!({"message": "c"}), "c"),
        (json!({"detail": "d"}), "d"),
        (json!([{"error": {"message": "e"}}]), "e"),
        (json!("f"), ""),
    ] {
        assert_eq!(message(&answer), said);
    }
}
