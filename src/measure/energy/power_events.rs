//! The PMU `power` of perf events: the same counters, 64 bits wide, where the powercap driver is not loaded.

use super::{Domain, Joules};
use crate::diagnostics::DriverError;
use perf_event::events::Dynamic;
use perf_event::{Builder, Counter};
use std::path::Path;

/// The events, by domain.
const EVENTS: [(&str, Domain); 5] = [
    ("energy-pkg", Domain::Package),
    ("energy-cores", Domain::Cores),
    ("energy-gpu", Domain::Uncore),
    ("energy-ram", Domain::Dram),
    ("energy-psys", Domain::Platform),
];

/// Open events, one for each socket and domain.
pub struct PowerEvents {
    counters: Vec<(Domain, Counter, f64)>,
}

impl PowerEvents {
    /// Opens all that the processor has, or says why none.
    pub fn open(sysfs: &Path) -> Result<Self, String> {
        let pmu = sysfs.join("bus/event_source/devices/power");
        let mask = std::fs::read_to_string(pmu.join("cpumask"))
            .map_err(|_| "perf has no power/energy-pkg/ event".to_owned())?;
        let mut counters = Vec::new();
        for (name, domain) in EVENTS {
            if !pmu.join("events").join(name).exists() {
                continue;
            }
            for cpu in cpus(&mask).ok_or("the cpumask of power events is no list")? {
                let (counter, scale) = open(&pmu, name, cpu).map_err(|error| {
                    format!("power/{name}/: {error} (root may, or sudo sysctl kernel.perf_event_paranoid=0)")
                })?;
                counters.push((domain, counter, scale));
            }
        }
        match counters.is_empty() {
            true => Err("perf has no power/energy-pkg/ event".to_owned()),
            false => Ok(Self { counters }),
        }
    }

    /// Energy since it was opened.
    pub fn joules(&mut self) -> Result<Joules, DriverError> {
        let mut joules = Joules::new();
        for (domain, counter, scale) in &mut self.counters {
            let count = counter.read().map_err(|error| {
                DriverError::new(format!(
                    "cannot read the energy of {}: {error}",
                    domain.name()
                ))
            })?;
            *joules.entry(*domain).or_default() += count as f64 * *scale;
        }
        Ok(joules)
    }
}

/// Opens an event on one processor, with the joules of one count.
fn open(pmu: &Path, name: &str, cpu: usize) -> std::io::Result<(Counter, f64)> {
    let text = std::fs::read_to_string(pmu.join("events").join(format!("{name}.scale")))?;
    let scale: f64 = text
        .trim()
        .parse()
        .map_err(|_| std::io::Error::other(format!("{name}.scale is no number")))?;
    let event = Dynamic::builder("power")?
        .event(name)?
        .build()
        .map_err(std::io::Error::other)?;
    let mut builder = Builder::new(event);
    builder.any_pid().one_cpu(cpu).include_kernel().include_hv();
    let mut counter = builder.build()?;
    counter.enable()?;
    Ok((counter, scale))
}

/// The processors of a list such as `0,24` or `0-1`.
fn cpus(list: &str) -> Option<Vec<usize>> {
    let mut cpus = Vec::new();
    for part in list.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        cpus.extend(first.parse().ok()?..=last.parse::<usize>().ok()?);
    }
    Some(cpus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors_are_read() {
        assert_eq!(cpus("0\n"), Some(vec![0]));
        assert_eq!(cpus("0,24-25\n"), Some(vec![0, 24, 25]));
        assert_eq!(cpus(""), None);
    }

    #[test]
    fn a_machine_without_the_pmu_says_so() {
        let root = tempfile::tempdir().unwrap();
        let why = PowerEvents::open(root.path()).err().unwrap();
        assert!(why.contains("no power/energy-pkg/"), "{why}");
    }
}
