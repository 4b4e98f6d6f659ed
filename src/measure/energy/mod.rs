//! Energy of the processor, by the counters of the hardware (RAPL).
//!
//! Domains overlap: `package` holds `cores` and `uncore` and excludes `dram`; `platform` holds all. Each is told by itself, never a sum of two.
//! Zones of one domain, one for each socket, do not overlap and are added. The counters count everything that the machine does: [`idle`] says what
//! it takes when it does nothing.

mod idle;
mod power_events;
mod powercap;

pub use idle::Idle;

use crate::diagnostics::DriverError;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The hardware renews the counters about once a millisecond: of a shorter run, too much is the counters' own grain.
pub const SHORTEST: Duration = Duration::from_millis(50);

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Domain {
    /// A whole processor chip.
    Package,
    /// Its cores.
    Cores,
    /// What else is in it, mostly graphics.
    Uncore,
    /// The memory, which is outside of the chip.
    Dram,
    /// The whole device.
    Platform,
}

impl Domain {
    /// In the names of quantities.
    pub fn name(self) -> &'static str {
        match self {
            Self::Package => "package",
            Self::Cores => "cores",
            Self::Uncore => "uncore",
            Self::Dram => "dram",
            Self::Platform => "platform",
        }
    }
}

/// Joules by domain.
pub type Joules = BTreeMap<Domain, f64>;

/// Where energy is read.
pub enum Source {
    /// Files of the kernel's powercap tree.
    Powercap(powercap::Powercap),
    /// Perf events of the PMU `power`.
    Events(power_events::PowerEvents),
}

impl Source {
    /// Finds the counters; `sysfs` is `/sys`.
    ///
    /// # Errors
    /// If there are none that may be read: what the user can do.
    pub fn find(sysfs: &Path) -> Result<Self, DriverError> {
        match powercap::Powercap::open(sysfs) {
            Ok(powercap) => Ok(Self::Powercap(powercap)),
            Err(refused) => match power_events::PowerEvents::open(sysfs) {
                Ok(events) => Ok(Self::Events(events)),
                Err(also) => Err(refused.or(&also)),
            },
        }
    }

    /// What tells the energy of a domain.
    pub fn about(&self, domain: Domain) -> String {
        match self {
            Self::Powercap(powercap) => powercap.about(domain),
            Self::Events(_) => format!("RAPL, perf event power/energy of {}", domain.name()),
        }
    }

    /// Energy since the source was opened.
    ///
    /// # Errors
    /// If a counter can no longer be read, or holds what it cannot hold.
    pub fn joules(&mut self) -> Result<Joules, DriverError> {
        match self {
            Self::Powercap(powercap) => powercap.joules(),
            Self::Events(events) => events.joules(),
        }
    }

    /// How often it must be read, so that no counter wraps around twice in between.
    fn period(&self) -> Duration {
        match self {
            Self::Powercap(powercap) => powercap.period(),
            Self::Events(_) => Duration::from_secs(3_600),
        }
    }

    /// What is spent while `work` runs. The counters are read before and after it, and in between only as often as they wrap around:
    /// frequent reads would disturb it.
    ///
    /// # Errors
    /// As [`Self::joules`].
    pub fn during<T>(&mut self, work: impl FnOnce() -> T) -> Result<(T, Joules), DriverError> {
        let period = self.period();
        let before = self.joules()?;
        let (done, wait) = channel::<()>();
        let (value, source) = std::thread::scope(|scope| {
            let watcher = scope.spawn(move || {
                while wait.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
                    self.joules()?;
                }
                Ok::<_, DriverError>(self)
            });
            let value = work();
            drop(done);
            (value, watcher.join())
        });
        let source =
            source.map_err(|_| DriverError::new("the reader of the energy counters failed"))?;
        let after = source?.joules()?;
        let spent = after.into_iter().map(|(domain, joules)| {
            let began = before.get(&domain).copied().unwrap_or(0.0);
            (domain, joules - began)
        });
        Ok((value, spent.collect()))
    }
}
