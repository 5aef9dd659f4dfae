//! Eyes that see the virtual phone through its control port, beside whoever drives it: the tree as it truly is, what is in
//! front, and the ledger. Oracles and checks look with these; the engine never does.

use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tapwise_engine::screen::{Tree, parse_hierarchy};

#[derive(Debug, thiserror::Error)]
pub enum EyesError {
    #[error(
        "the phone's control port at {address} gives no answer: {why}\nhint: start the phone with --control 0 and take address and token from what it prints"
    )]
    Silent { address: SocketAddr, why: String },
    #[error("the phone's control port at {address} tells nonsense: {why}")]
    Nonsense { address: SocketAddr, why: String },
}

#[derive(Debug, Clone)]
pub struct Eyes {
    address: SocketAddr,
    token: String,
    agent: ureq::Agent,
}

/// What the phone shows at one moment.
#[derive(Debug, Clone)]
pub struct Sight {
    pub tree: Tree,
    pub package: String,
    pub width: u32,
    pub height: u32,
}

/// More than any tree or ledger of a bench.
const BODY_MAX: u64 = 64 * 1024 * 1024;

impl Eyes {
    pub fn new(address: SocketAddr, token: &str) -> Self {
        let config =
            ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(30))).proxy(None).build();
        Self { address, token: token.to_owned(), agent: config.into() }
    }

    fn get(&self, path: &str) -> Result<String, EyesError> {
        let silent = |error: ureq::Error| EyesError::Silent { address: self.address, why: error.to_string() };
        let asked = self.agent.get(format!("http://{}{path}", self.address));
        let mut answer =
            asked.header("Authorization", format!("Bearer {}", self.token)).call().map_err(silent)?;
        answer.body_mut().with_config().limit(BODY_MAX).read_to_string().map_err(silent)
    }

    fn json(&self, path: &str) -> Result<Value, EyesError> {
        let text = self.get(path)?;
        serde_json::from_str(&text).map_err(|error| self.nonsense(error.to_string()))
    }

    fn nonsense(&self, why: String) -> EyesError {
        EyesError::Nonsense { address: self.address, why }
    }

    pub fn state(&self) -> Result<Value, EyesError> {
        self.json("/state")
    }

    /// What truly happened, oldest first.
    pub fn ledger(&self) -> Result<Vec<Value>, EyesError> {
        match self.json("/ledger")? {
            Value::Array(deeds) => Ok(deeds),
            _ => Err(self.nonsense("the ledger is no list".to_owned())),
        }
    }

    pub fn look(&self) -> Result<Sight, EyesError> {
        let tree = parse_hierarchy(self.get("/tree")?.as_bytes());
        let tree = tree.map_err(|error| self.nonsense(error.to_string()))?;
        let state = self.state()?;
        let side = |at: usize| state["size"][at].as_u64().and_then(|side| u32::try_from(side).ok());
        let (Some(width), Some(height)) = (side(0), side(1)) else {
            return Err(self.nonsense("the phone has no size".to_owned()));
        };
        // A window of the system lies in front of the app that is told.
        let root = tree.elements().first().map_or("", |root| root.package.as_str());
        let package = if root.is_empty() { state["package"].as_str().unwrap_or_default() } else { root };
        Ok(Sight { package: package.to_owned(), tree, width, height })
    }
}
