//! What the machine takes while it does nothing: the baseline that is subtracted from the energy of a run.

use super::{Domain, Joules, Source};
use crate::diagnostics::DriverError;
use std::time::{Duration, Instant};

/// Power at rest.
pub struct Idle {
    watts: Joules,
    /// Counters that did not move: they count nothing.
    pub still: Vec<Domain>,
}

impl Idle {
    /// Sleeps for `time` and reads what went by.
    ///
    /// # Errors
    /// If all counters stand still: also an idle machine takes energy, so they do not count.
    pub fn measure(source: &mut Source, time: Duration) -> Result<Self, DriverError> {
        let began = Instant::now();
        let ((), joules) = source.during(|| std::thread::sleep(time))?;
        let seconds = began.elapsed().as_secs_f64();
        let still: Vec<Domain> = joules
            .iter()
            .filter(|(_, joules)| **joules <= 0.0)
            .map(|(domain, _)| *domain)
            .collect();
        if still.len() == joules.len() {
            return Err(DriverError::new(format!(
                "the energy counters did not move in {seconds:.2} s of rest, so they count nothing"
            ))
            .next("virtual machines may have such counters; measure on the hardware"));
        }
        let moving = joules.into_iter().filter(|(_, joules)| *joules > 0.0);
        Ok(Self {
            watts: moving
                .map(|(domain, joules)| (domain, joules / seconds))
                .collect(),
            still,
        })
    }

    /// What a run took beyond that; a domain in which that is not positive is left out.
    pub fn above(&self, joules: &Joules, seconds: f64) -> Joules {
        let above = joules.iter().filter_map(|(domain, joules)| {
            let rest = self.watts.get(domain)? * seconds;
            Some((*domain, joules - rest)).filter(|(_, joules)| *joules > 0.0)
        });
        above.collect()
    }

    /// For the conditions.
    pub fn line(&self) -> String {
        let watts: Vec<String> = self
            .watts
            .iter()
            .map(|(domain, watts)| format!("{} {watts:.2} W", domain.name()))
            .collect();
        watts.join(", ")
    }
}
