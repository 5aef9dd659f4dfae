//! JSON-RPC 2.0 as the server's library (jsonrpc4j) speaks it: requests, batches, notifications, and the codes
//! and words of its errors.

use serde_json::{Map, Value, json};

/// More requests in one batch are refused as a whole.
const BATCH_MAX: usize = 1_000;

/// One call, and whether the server still runs while it waits.
pub struct Call<'a> {
    pub method: &'a str,
    pub params: &'a [Value],
    pub goes_on: &'a dyn Fn() -> bool,
}

pub type Outcome = Result<Value, Fault>;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    Parse,
    Request,
    NoMethod,
    Params,
    /// `UiObjectNotFoundException` for the selector, as Android writes it.
    NotFound(String),
    /// Any other exception: the class and what the stack trace begins with.
    Thrown(&'static str, String),
}

impl Fault {
    fn value(&self) -> Value {
        let plain = |code: i32, message: &str| json!({"code": code, "message": message});
        match self {
            Fault::Parse => plain(-32700, "JSON parse error"),
            Fault::Request => plain(-32600, "invalid request"),
            Fault::NoMethod => plain(-32601, "method not found"),
            Fault::Params => plain(-32602, "method parameters invalid"),
            Fault::NotFound(what) => json!({
                "code": -32001, "message": "androidx.test.uiautomator.UiObjectNotFoundException", "data": what,
            }),
            Fault::Thrown(class, what) => json!({
                "code": -32001, "message": class, "data": format!("{class}: {what}\n"),
            }),
        }
    }
}

/// Answers the body of a request with the body of the reply; a notification gets an empty one.
pub fn answer(body: &[u8], run: &dyn Fn(&str, &[Value]) -> Outcome) -> Vec<u8> {
    let reply = match serde_json::from_slice::<Value>(body) {
        Err(_) => Some(envelope(Value::from("null"), Err(Fault::Parse))),
        Ok(Value::Array(requests)) if requests.is_empty() || requests.len() > BATCH_MAX => {
            Some(envelope(Value::from("null"), Err(Fault::Request)))
        }
        Ok(Value::Array(requests)) => {
            let replies: Vec<Value> = requests.iter().filter_map(|request| one(request, run)).collect();
            (!replies.is_empty()).then_some(Value::Array(replies))
        }
        Ok(request) => one(&request, run),
    };
    reply.map(|reply| reply.to_string().into_bytes()).unwrap_or_default()
}

fn one(request: &Value, run: &dyn Fn(&str, &[Value]) -> Outcome) -> Option<Value> {
    let Value::Object(request) = request else {
        return Some(envelope(Value::from("null"), Err(Fault::Request)));
    };
    let id = request.get("id").cloned();
    let outcome = match request.get("method").and_then(Value::as_str) {
        Some(method) => params(request).and_then(|params| run(method, params)),
        None => Err(Fault::Request),
    };
    Some(envelope(id?, outcome))
}

/// Clients without arguments send an empty object; named arguments are not known to any method.
fn params(request: &Map<String, Value>) -> Result<&[Value], Fault> {
    match request.get("params") {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(params)) => Ok(params),
        Some(Value::Object(names)) if names.is_empty() => Ok(&[]),
        Some(Value::Object(_)) => Err(Fault::Params),
        Some(_) => Err(Fault::Request),
    }
}

fn envelope(id: Value, outcome: Outcome) -> Value {
    match outcome {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(fault) => json!({"jsonrpc": "2.0", "id": id, "error": fault.value()}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(body: &str) -> String {
        let run = |method: &str, params: &[Value]| match method {
            "count" => Ok(json!(params.len())),
            _ => Err(Fault::NoMethod),
        };
        String::from_utf8(answer(body.as_bytes(), &run)).unwrap()
    }

    #[test]
    fn requests_batches_and_notifications_are_told_apart() {
        let call = r#"{"jsonrpc":"2.0","id":7,"method":"count","params":[1,2]}"#;
        assert_eq!(ask(call), r#"{"id":7,"jsonrpc":"2.0","result":2}"#);
        assert_eq!(ask(r#"{"id":1,"method":"count","params":{}}"#), r#"{"id":1,"jsonrpc":"2.0","result":0}"#);
        assert_eq!(ask(r#"{"method":"count"}"#), "");
        assert!(ask(&format!("[{call},{call}]")).starts_with(r#"[{"id":7"#));
    }

    #[test]
    fn what_is_no_request_gets_the_error_for_it() {
        for (body, code) in [
            ("", "-32700"),
            ("{", "-32700"),
            ("\u{0}", "-32700"),
            ("[]", "-32600"),
            ("7", "-32600"),
            ("\"x\"", "-32600"),
            (r#"{"id":1}"#, "-32600"),
            (r#"{"id":1,"method":7}"#, "-32600"),
            (r#"{"id":1,"method":"count","params":"x"}"#, "-32600"),
            (r#"{"id":1,"method":"count","params":{"a":1}}"#, "-32602"),
            (r#"{"id":1,"method":"nope"}"#, "-32601"),
        ] {
            assert!(ask(body).contains(code), "{body}: {}", ask(body));
        }
        assert!(ask(&"[".repeat(100_000)).contains("-32700"));
    }
}
