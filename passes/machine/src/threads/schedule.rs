//! Who runs next. Chance is a sequence of numbers that the seed begins, so that a run can be repeated.

use super::{State, ThreadId, Threads, Wait, Waits};
use crate::fault::{Fault, Stop};
use crate::library::system::System;

/// Nanoseconds that a thousand jumps take on the clock of waits.
const NANOSECONDS: u64 = 10_000;

/// A sequence of numbers (xorshift64*, Vigna 2016).
#[derive(Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        number as usize % limit.max(1)
    }
}

impl Threads {
    /// Threads that can run, in the order of their numbers. One whose native call has come to its end can go on when that call is the
    /// innermost of all.
    fn ready(&self) -> Vec<ThreadId> {
        let top = self.levels.last();
        let can_run = |id: &ThreadId| {
            let thread = self.get(*id);
            matches!(thread.state, State::Ready) && (thread.outcome.is_none() || top == Some(id))
        };
        self.living.iter().copied().filter(can_run).collect()
    }

    /// Who runs after an operation that synchronises: half of the time the same.
    pub(super) fn after_turn(&mut self) -> ThreadId {
        self.due = false;
        // In a call that the library made, only who must gives way: what began last has to end first.
        let is_nested = self.levels.len() > 1;
        if is_nested || !self.are_several() || self.chance.below(2) == 0 {
            return self.current;
        }
        let ready = self.ready();
        match self.chance.below(ready.len()) {
            number if number < ready.len() => ready[number],
            _ => self.current,
        }
    }

    /// Who runs after a thousand jumps: the next one that can.
    pub(super) fn after_while(&mut self, system: &mut dyn System) -> ThreadId {
        self.clock += NANOSECONDS;
        self.end_waits();
        self.look_at_files(system);
        let ready = self.ready();
        let next = ready.iter().find(|id| **id > self.current);
        next.or(ready.first()).copied().unwrap_or(self.current)
    }

    /// Who runs when the current thread cannot.
    pub(super) fn instead(&mut self, system: &mut dyn System) -> Result<ThreadId, Stop> {
        loop {
            let ready = self.ready();
            if !ready.is_empty() {
                return Ok(ready[self.chance.below(ready.len())]);
            }
            self.look_at_files(system);
            if !self.ready().is_empty() {
                continue;
            }
            let living = self.living.iter().map(|id| self.get(*id));
            let waits = living.filter_map(|thread| match &thread.state {
                State::Waiting(wait) => Some(wait),
                _ => None,
            });
            let first = waits.clone().filter_map(|wait| wait.deadline).min();
            if let Some(first) = first {
                system.sleep(first.saturating_sub(self.clock));
                self.clock = self.clock.max(first);
                self.end_waits();
                continue;
            }
            let files: Vec<i32> = waits.filter_map(file_of).collect();
            if files.is_empty() {
                return Err(self.stuck());
            }
            // Somebody outside may write.
            system.wait_for(&files);
        }
    }

    /// Nobody can run, and nothing will change that.
    fn stuck(&self) -> Stop {
        let mut living = self.living.iter().map(|id| self.get(*id));
        match living.any(|thread| thread.outcome.is_some()) {
            true => Stop::Unsupported(
                "threads that wait for each other in functions that the library calls".to_owned(),
            ),
            false => Fault::Deadlock.into(),
        }
    }

    /// Lets those go on that have waited as long as they may.
    fn end_waits(&mut self) {
        for &id in &self.living {
            let thread = &mut self.all[id.index()];
            if let State::Waiting(Wait {
                deadline: Some(deadline),
                ..
            }) = thread.state
                && deadline <= self.clock
            {
                thread.state = State::Ready;
                thread.tries.timed_out = true;
            }
        }
    }

    /// Lets those go on whose files can be read.
    fn look_at_files(&mut self, system: &mut dyn System) {
        for &id in &self.living {
            let thread = &mut self.all[id.index()];
            if let State::Waiting(wait) = &thread.state
                && let Some(file) = file_of(wait)
                && system.is_ready(file)
            {
                thread.state = State::Ready;
            }
        }
    }
}

fn file_of(wait: &Wait) -> Option<i32> {
    match wait.what {
        Waits::File(file) => Some(file),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_depends_on_the_seed_alone() {
        let numbers = |seed| {
            let mut chance = Chance::new(seed);
            (0..64).map(|_| chance.below(7)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(3), numbers(3));
        assert_ne!(numbers(3), numbers(4));
        let all = numbers(5);
        assert!((0..7).all(|number| all.contains(&number)));
    }
}
