//! The time of each phase of a compilation: `-fsanecc-stats=`.
//!
//! A phase is a `tracing` span of this project. Each pass and analysis opens one, which costs almost nothing without a subscriber.
//! [`Stopwatch`] subscribes and adds up the time of each phase without that of nested phases, so the sum over all phases is the total time.
//! Phases run on several threads at once: their times are sums over all threads.

use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// What one phase took, without the phases that ran inside of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Phase {
    /// The name of the pass or analysis.
    pub name: String,
    /// How often it ran.
    pub runs: u64,
    /// Seconds that went by, added up over all threads.
    pub wall_seconds: f64,
    /// Seconds of processor time.
    pub cpu_seconds: f64,
}

/// All that was measured since the last [`take`], in the order in which phases ended for the first time.
static PHASES: Mutex<Vec<Phase>> = Mutex::new(Vec::new());

thread_local! {
    /// The phases that this thread is in, innermost last.
    static RUNNING: RefCell<Vec<Lap>> = const { RefCell::new(Vec::new()) };
}

/// A phase that has not ended.
struct Lap {
    began: Instant,
    cpu: Duration,
    /// What phases inside of it took.
    inner_wall: Duration,
    inner_cpu: Duration,
}

/// The listener.
pub struct Stopwatch;

/// The pass that a span is about: all passes share one kind of span.
struct PassName(String);

impl Visit for PassName {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "name" {
            self.0 = value.to_owned();
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

impl<S: tracing::Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Stopwatch {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut name = PassName(String::new());
        attributes.record(&mut name);
        if !name.0.is_empty()
            && let Some(span) = context.span(id)
        {
            span.extensions_mut().insert(name);
        }
    }

    fn on_enter(&self, _: &Id, _: Context<'_, S>) {
        RUNNING.with_borrow_mut(|running| {
            running.push(Lap {
                cpu: cpu_time(),
                began: Instant::now(),
                inner_wall: Duration::ZERO,
                inner_cpu: Duration::ZERO,
            });
        });
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        let (wall, cpu) = RUNNING.with_borrow_mut(|running| {
            let Some(lap) = running.pop() else {
                return (Duration::ZERO, Duration::ZERO);
            };
            let wall = lap.began.elapsed();
            let cpu = cpu_time().saturating_sub(lap.cpu);
            if let Some(outer) = running.last_mut() {
                outer.inner_wall += wall;
                outer.inner_cpu += cpu;
            }
            let without = |all: Duration, inner| all.saturating_sub(inner);
            (without(wall, lap.inner_wall), without(cpu, lap.inner_cpu))
        });
        let Some(span) = context.span(id) else { return };
        let extensions = span.extensions();
        let pass = extensions.get::<PassName>().map(|pass| pass.0.as_str());
        add(pass.unwrap_or(span.name()), wall, cpu);
    }
}

/// All phases since the last call, which then begin anew.
pub fn take() -> Vec<Phase> {
    std::mem::take(&mut *phases())
}

fn phases() -> MutexGuard<'static, Vec<Phase>> {
    PHASES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn add(name: &str, wall: Duration, cpu: Duration) {
    let mut phases = phases();
    let at = match phases.iter().position(|phase| phase.name == name) {
        Some(at) => at,
        None => {
            phases.push(Phase {
                name: name.to_owned(),
                runs: 0,
                wall_seconds: 0.0,
                cpu_seconds: 0.0,
            });
            phases.len() - 1
        }
    };
    let phase = &mut phases[at];
    phase.runs += 1;
    phase.wall_seconds += wall.as_secs_f64();
    phase.cpu_seconds += cpu.as_secs_f64();
}

/// The most memory that this process has had by now, in bytes, if the system tells.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Processor time of this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(seconds, nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing_subscriber::layer::SubscriberExt;

    /// Keeps this thread busy.
    fn work() {
        let end = cpu_time() + Duration::from_millis(2);
        while cpu_time() < end {}
    }

    #[test]
    fn a_phase_does_not_count_what_runs_inside_of_it() {
        let registry = tracing_subscriber::registry().with(Stopwatch);
        let all = tracing::subscriber::with_default(registry, || {
            take();
            {
                let _outer = tracing::info_span!("pass", name = "outer").entered();
                for _ in 0..2 {
                    let _inner = tracing::debug_span!("inner").entered();
                    work();
                }
            }
            take()
        });
        let [inner, outer] = all.as_slice() else {
            panic!("{all:?}")
        };
        assert_eq!((inner.name.as_str(), inner.runs), ("inner", 2));
        assert_eq!((outer.name.as_str(), outer.runs), ("outer", 1));
        assert!(
            inner.cpu_seconds >= 0.004 && inner.wall_seconds >= 0.003,
            "{all:?}"
        );
        assert!(outer.cpu_seconds < inner.cpu_seconds, "{all:?}");
        assert!(take().is_empty());
    }
}
