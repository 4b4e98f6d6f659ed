//! Energy of the runs: where there are counters, less what the idle machine takes.

use super::super::energy::{Domain, Idle, Joules, SHORTEST, Source};
use super::super::options::Input;
use super::super::record::{Kind, Record};
use super::miss;
use crate::diagnostics::DriverError;
use std::collections::BTreeMap;
use std::time::Duration;

/// The counters and the idle machine, if they can be had.
pub struct Power {
    source: Option<Source>,
    idle: Option<Idle>,
}

impl Power {
    /// Looks for counters, and waits for the idle baseline. Without counters the record says why.
    pub fn find(input: &Input, record: &mut Record) -> Result<Self, DriverError> {
        let none = |record: &mut Record, error: &DriverError| {
            record.withdraw("energy", &error.whole());
            Ok(Self {
                source: None,
                idle: None,
            })
        };
        let mut source = match Source::find(&input.sysfs) {
            Ok(source) => source,
            Err(error) => return none(record, &error),
        };
        let mut idle = None;
        if input.idle > 0.0 {
            let time = Duration::from_secs_f64(input.idle);
            match Idle::measure(&mut source, time) {
                Ok(baseline) => idle = Some(baseline),
                Err(error) => return none(record, &error),
            }
        }
        record.conditions.idle = idle.as_ref().map(Idle::line);
        Ok(Self {
            source: Some(source),
            idle,
        })
    }

    /// Does `work` and tells what was spent.
    pub fn during<T>(
        &mut self,
        work: impl FnOnce() -> T,
    ) -> Result<(T, Option<Joules>), DriverError> {
        match &mut self.source {
            Some(source) => {
                let (value, joules) = source.during(work)?;
                Ok((value, Some(joules)))
            }
            None => Ok((work(), None)),
        }
    }

    /// Adds the energy of a run to its values, or the reason why there is none to the record.
    pub fn note(
        &self,
        joules: Option<Joules>,
        seconds: f64,
        values: &mut BTreeMap<String, f64>,
        record: &mut Record,
    ) {
        let (Some(source), Some(joules)) = (&self.source, joules) else {
            return;
        };
        let above = self.idle.as_ref().map(|idle| idle.above(&joules, seconds));
        for (&domain, &spent) in &joules {
            let name = format!("energy-{}", domain.name());
            if let Some(reason) = self.refused(domain, spent, seconds) {
                miss(record, &name, reason);
                continue;
            }
            let about = source.about(domain);
            record.declare(
                &name,
                "J",
                Kind::Measured,
                &format!("{about}; of the whole machine, idle not subtracted"),
            );
            values.insert(name.clone(), spent);
            let Some(above) = &above else {
                continue;
            };
            let name = format!("{name}-above-idle");
            match above.get(&domain) {
                Some(&rest) => {
                    record.declare(
                        &name,
                        "J",
                        Kind::Measured,
                        &format!("{about}; less the idle machine in the same time"),
                    );
                    values.insert(name, rest);
                }
                None => miss(
                    record,
                    &name,
                    "a run took no more than the idle machine: others ran during the baseline"
                        .to_owned(),
                ),
            }
        }
    }

    fn refused(&self, domain: Domain, joules: f64, seconds: f64) -> Option<String> {
        if self
            .idle
            .as_ref()
            .is_some_and(|idle| idle.still.contains(&domain))
        {
            return Some("the counter did not move at rest, so it counts nothing".to_owned());
        }
        if seconds < SHORTEST.as_secs_f64() {
            return Some(format!(
                "a run of {:.0} ms is too short for counters that move once a millisecond: let the command do more, at least {} ms",
                1e3 * seconds,
                SHORTEST.as_millis()
            ));
        }
        (joules <= 0.0).then(|| format!("the counter did not move in a run of {seconds:.3} s"))
    }
}
