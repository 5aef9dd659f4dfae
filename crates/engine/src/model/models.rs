//! Opens models from their settings, and sends each request to the one that serves its purpose.

use super::client::Client;
use super::settings::ModelSettings;
use super::{Model, ModelError, Purpose, Reply, Request};
use crate::Wait;
use crate::clock::Clock;
use std::sync::Arc;

/// A model behind the one place that retries.
pub fn open(settings: &ModelSettings, clock: Arc<dyn Clock + Sync>) -> Result<Box<dyn Model>, ModelError> {
    checked(settings)?;
    Ok(Box::new(Client::new(settings, clock)))
}

/// What would fail at the first call fails before a run begins.
fn checked(settings: &ModelSettings) -> Result<(), ModelError> {
    let refused = |why: &str, hint: &str| {
        let why = format!("{} at {}: {why}", settings.name(), settings.place());
        Err(ModelError::Refused { why, hint: hint.into() })
    };
    let web = ["http://", "https://"].iter().any(|start| settings.base_url.starts_with(start));
    if !web || ureq::http::Uri::try_from(settings.base_url.as_str()).is_err() {
        return refused("the base URL is no web address", "it begins with http:// or https://");
    }
    if settings.model.trim().is_empty() {
        return refused("no model is named", "name one with --model, or with `model` in tapwise.toml");
    }
    settings.fallback.as_deref().map_or(Ok(()), checked)
}

/// The models of a run: one for each purpose, where equal settings share one.
pub struct Models {
    clients: Vec<(ModelSettings, Client)>,
    /// The client of each purpose, in the order of `Purpose::ALL`.
    serves: [usize; Purpose::ALL.len()],
}

impl Models {
    pub fn open<'a>(
        settings: impl Fn(Purpose) -> &'a ModelSettings,
        clock: &Arc<dyn Clock + Sync>,
    ) -> Result<Self, ModelError> {
        let mut clients: Vec<(ModelSettings, Client)> = Vec::new();
        let mut serves = [0; Purpose::ALL.len()];
        for (place, purpose) in Purpose::ALL.into_iter().enumerate() {
            let wanted = settings(purpose);
            let known = clients.iter().position(|(settings, _)| settings == wanted);
            serves[place] = match known {
                Some(known) => known,
                None => {
                    checked(wanted)?;
                    clients.push((wanted.clone(), Client::new(wanted, Arc::clone(clock))));
                    clients.len() - 1
                }
            };
        }
        Ok(Self { clients, serves })
    }

    fn place(&self, purpose: Purpose) -> usize {
        let place = Purpose::ALL.iter().position(|one| *one == purpose).unwrap_or(0);
        self.serves[place]
    }

    pub fn settings(&self, purpose: Purpose) -> &ModelSettings {
        &self.clients[self.place(purpose)].0
    }
}

impl Model for Models {
    fn name(&self) -> &str {
        self.name_for(Purpose::Plan)
    }

    fn name_for(&self, purpose: Purpose) -> &str {
        self.clients[self.place(purpose)].1.name()
    }

    fn complete(&mut self, request: &Request, wait: &Wait) -> Result<Reply, ModelError> {
        let place = self.place(request.purpose);
        self.clients[place].1.complete(request, wait)
    }
}
