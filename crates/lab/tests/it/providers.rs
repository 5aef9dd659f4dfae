//! Our own models against the stand-in server, which was written apart from them: every fault, in every API's form, whole
//! and streamed, at several calls of a run. Pauses between requests are virtual; sockets are not.

use serde_json::{Map, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tapwise_engine::Wait;
use tapwise_engine::clock::VirtualClock;
use tapwise_engine::model::dialect::Dialect;
use tapwise_engine::model::{
    Api, Key, Message, ModelError, ModelSettings, Purpose, REQUESTS_MAX, Reply, Request, Role, Stop, open,
};
use tapwise_lab::stub::{Fault, Latency, Mind, Options, Script, Source, Stub};

const SAYS: &str = "do(action=\"Tap\", element=[500,120])";
const CALLS: usize = 25;

/// How a fault that strikes one request must end.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Ends {
    Answered,
    Refused,
    Unavailable,
    TimesOut,
}

const FAULTS: [(&str, Ends); 22] = [
    ("refused", Ends::Unavailable),
    ("hang_up", Ends::Answered),
    ("timeout", Ends::TimesOut),
    ("slow_drip:250", Ends::TimesOut),
    ("cut", Ends::Answered),
    ("status:400", Ends::Refused),
    ("status:401", Ends::Refused),
    ("status:402", Ends::Refused),
    ("status:403", Ends::Refused),
    ("status:404", Ends::Refused),
    ("status:408", Ends::Answered),
    ("status:429:3", Ends::Answered),
    ("status:500", Ends::Answered),
    ("status:502", Ends::Answered),
    ("status:503", Ends::Answered),
    ("status:529", Ends::Answered),
    ("html", Ends::Answered),
    ("wrong_type", Ends::Answered),
    ("empty", Ends::Answered),
    ("huge", Ends::Answered),
    ("doubled", Ends::Answered),
    ("no_done", Ends::Answered),
];

fn settings(api: Api, stub: &Stub, stream: bool) -> ModelSettings {
    let base = match api {
        Api::Openai => "/v1",
        Api::Anthropic => "",
        Api::Gemini => "/v1beta",
    };
    ModelSettings {
        preset: "custom".into(),
        api,
        base_url: format!("{}{base}", stub.url()),
        model: "m".into(),
        key: Key::new("sk-canary-12345678").ok(),
        dialect: Dialect::Autoglm,
        picture: None,
        sees: true,
        prices: None,
        stream,
        timeout: Duration::from_secs(30),
        temperature: Some(0.0),
        extra: Map::new(),
        fallback: None,
    }
}

fn request() -> Request {
    let messages = vec![Message::text(Role::User, "what should be done now, please?")];
    Request { purpose: Purpose::Operate, messages, schema: None, max_tokens: 500 }
}

fn ends(result: &Result<Reply, ModelError>) -> Ends {
    match result {
        Ok(reply) => {
            assert_eq!((reply.text.as_str(), reply.stop), (SAYS, Stop::End));
            Ends::Answered
        }
        Err(ModelError::Refused { .. }) => Ends::Refused,
        Err(ModelError::Unavailable { .. }) => Ends::Unavailable,
        Err(ModelError::TimedOut { .. }) => Ends::TimesOut,
        Err(ModelError::Cancelled) => panic!("nobody cancelled"),
    }
}

/// The most requests of a call, and the longest time after a deadline.
#[derive(Default)]
struct Worst {
    requests: u32,
    late: Duration,
    calls: u32,
}

fn run(api: Api, stream: bool, (fault, wanted): (&str, Ends), position: usize, worst: &mut Worst) {
    let name = format!("{fault} at call {position} of {}, streamed: {stream}", api.name());
    let struck: Fault = format!("{fault}@{}", position + 1).parse().unwrap();
    let source = Source::Mind(Mind::Scripted(Script::of([SAYS; 4 * CALLS])));
    let options = Options { port: 0, source, faults: vec![struck], latency: Latency::default(), log: None };
    let stub = Stub::start(options).unwrap();
    let mut model = open(&settings(api, &stub, stream), Arc::new(VirtualClock::default())).unwrap();
    for call in 0..(position + 3).min(CALLS) {
        let before = stub.requests();
        let limit = if wanted == Ends::TimesOut && call == position { 400 } else { 20_000 };
        let limit = Duration::from_millis(limit);
        let start = Instant::now();
        let result = model.complete(&request(), &Wait::at_most(limit));
        worst.late = worst.late.max(start.elapsed().saturating_sub(limit));
        worst.calls += 1;
        let requests = stub.requests() - before;
        worst.requests = worst.requests.max(requests);
        assert!(requests <= REQUESTS_MAX, "{name}: {requests} requests");
        let wanted = if call == position { wanted } else { Ends::Answered };
        assert_eq!(ends(&result), wanted, "{name}, now call {call}: {result:?}");
        // A server that is gone stays away.
        if wanted == Ends::Unavailable {
            break;
        }
    }
}

fn played((api, stream): (Api, bool), positions: &[usize]) -> Worst {
    let mut worst = Worst::default();
    for fault in FAULTS {
        for &position in positions {
            run(api, stream, fault, position, &mut worst);
        }
    }
    worst
}

#[test]
fn t20_the_stand_ins_faults_end_right_in_every_form() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let positions: Vec<usize> = if all { (0..CALLS).collect() } else { vec![0, 2] };
    let forms: Vec<(Api, bool)> = Api::ALL.into_iter().flat_map(|api| [(api, false), (api, true)]).collect();
    let mut worst = Worst::default();
    // Most of the time is spent on waiting, so several wait together.
    std::thread::scope(|scope| {
        let played: Vec<_> = forms.iter().map(|form| scope.spawn(|| played(*form, &positions))).collect();
        for other in played.into_iter().map(|thread| thread.join().unwrap()) {
            worst.requests = worst.requests.max(other.requests);
            worst.late = worst.late.max(other.late);
            worst.calls += other.calls;
        }
    });
    let runs = forms.len() * FAULTS.len() * positions.len();
    let figures = json!({
        "stub_faults": FAULTS.len(), "stub_positions": positions.len(), "stub_runs": runs, "stub_calls": worst.calls,
        "stub_requests_most": worst.requests, "stub_late_most_ms": u64::try_from(worst.late.as_millis()).unwrap(),
    });
    println!("figures {figures}");
}
