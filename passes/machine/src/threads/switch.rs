//! Puts the calls of one thread aside and takes up those of another.
//!
//! Functions of the program that the library calls run in a call of the machine itself, a level: the innermost must end first. A
//! thread that comes to the end of its level while another level is innermost waits with what it has to say.

use super::{State, ThreadId, Wait, Waits};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use crate::run::{Frame, Landing, Machine};
use rustc_hash::FxHashMap;

/// The calls of a thread that have not returned, while it does not run.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<Value>,
    pub(crate) landings: FxHashMap<u64, Landing>,
    pub(crate) saved_stacks: FxHashMap<u64, usize>,
    pub(crate) until: usize,
    pub(crate) native: Option<&'static str>,
    /// The number of its stack.
    pub(crate) stack: u32,
    /// Where to go on after the first function, of calls that are a context.
    pub(crate) link: Option<Pointer>,
}

impl Calls {
    /// The registers of calls that have not returned. What lies behind is left from others.
    pub(crate) fn held(&self) -> &[Value] {
        let last = self.frames.last();
        let top = last.map_or(0, |frame| frame.base + frame.code.registers as usize);
        &self.registers[..top.min(self.registers.len())]
    }
}

/// What becomes of a level after a step of some thread.
enum Step {
    On,
    Done(Result<Value, Stop>),
}

impl Machine<'_> {
    /// Runs until the calls of the current thread are so few as they shall be, and returns what the last of the others returned. Other threads run meanwhile.
    ///
    /// # Errors
    /// If the program ends, does what is not defined, or needs what the machine does not have.
    pub(crate) fn run_level(&mut self) -> Result<Value, Stop> {
        let owner = self.threads.current;
        self.threads.levels.push(owner);
        let result = loop {
            if self.threads.current == owner
                && let Some(outcome) = self.threads.own().outcome.take()
            {
                break outcome;
            }
            let outcome = self.run_on();
            match self.after(owner, outcome) {
                Ok(Step::On) => {}
                Ok(Step::Done(outcome)) => break outcome,
                Err(stop) => break Err(stop),
            }
        };
        self.threads.levels.pop();
        result
    }

    fn after(&mut self, owner: ThreadId, outcome: Result<Value, Stop>) -> Result<Step, Stop> {
        let outcome = match outcome {
            Ok(value) => Ok(value),
            Err(Stop::Wait(what)) => {
                self.wait(what)?;
                return Ok(Step::On);
            }
            Err(Stop::Jump(buffer, value)) => match self.land(buffer, value, self.until) {
                Ok(()) => return Ok(Step::On),
                Err(stop @ Stop::Jump(..)) => Err(stop),
                Err(stop) => return Err(stop),
            },
            Err(Stop::Throw(object)) => match self.unwind(Some(object))? {
                true => return Ok(Step::On),
                false => Err(Stop::Throw(object)),
            },
            Err(Stop::Leave) => match self.leave_thread()? {
                true => return Ok(Step::On),
                false => Err(Stop::Leave),
            },
            Err(stop) => return Err(stop),
        };
        if let (Ok(_), Some(link), 0) = (&outcome, self.link, self.until) {
            self.end_context(link)?;
            return Ok(Step::On);
        }
        // The level of another thread, or the first call of a thread.
        let current = self.threads.current;
        let has_level = self.threads.levels.contains(&current);
        // The first thread ends like others where it leaves `main` without returning.
        let leaves = matches!(outcome, Err(Stop::Leave)) || self.threads.own().is_ending;
        let leaves_main = leaves && self.until == 0 && current == ThreadId::MAIN;
        if has_level && !leaves_main {
            if current == owner {
                return Ok(Step::Done(outcome));
            }
            self.threads.own().outcome = Some(outcome);
        } else {
            self.end_thread(outcome.ok())?;
        }
        if !matches!(self.threads.own().state, State::Ready) || self.threads.own().outcome.is_some()
        {
            self.give_way()?;
        }
        Ok(Step::On)
    }

    /// Lets the current thread wait: it does its call again when it goes on.
    fn wait(&mut self, what: Waits) -> Result<(), Stop> {
        if let Some(frame) = self.frames.last_mut() {
            frame.next -= 1;
        }
        let function = self.native.take().unwrap_or_default();
        let thread = self.threads.own();
        thread.tries.any = true;
        let deadline = thread.tries.deadline;
        thread.state = State::Waiting(Wait {
            what,
            function,
            deadline,
        });
        self.give_way()
    }

    /// Lets another thread run, because the current one cannot.
    fn give_way(&mut self) -> Result<(), Stop> {
        let next = self.threads.instead(&mut *self.library.system)?;
        self.switch_to(next);
        Ok(())
    }

    /// Lets another thread run after an operation that synchronises, or not, or changes the context.
    ///
    /// # Errors
    /// If the context cannot be changed.
    pub(crate) fn take_turn(&mut self) -> Result<(), Stop> {
        if let Some(change) = self.threads.change.take() {
            self.change_context(change)?;
        }
        let next = self.threads.after_turn();
        self.switch_to(next);
        Ok(())
    }

    /// Lets another thread run after a while.
    pub(crate) fn take_break(&mut self) {
        if self.threads.are_several() {
            let next = self.threads.after_while(&mut *self.library.system);
            self.switch_to(next);
        }
    }

    /// Takes up the calls of a thread.
    pub(super) fn switch_to(&mut self, to: ThreadId) {
        let from = self.threads.current;
        if from == to {
            return;
        }
        let calls = std::mem::take(&mut self.threads.get_mut(to).calls);
        let before = self.exchange(calls);
        self.threads.get_mut(from).calls = before;
        self.threads.current = to;
    }

    /// Puts the calls at hand aside, and takes up others.
    pub(super) fn exchange(&mut self, calls: Calls) -> Calls {
        self.memory.switch_stack(self.stack, calls.stack);
        Calls {
            frames: std::mem::replace(&mut self.frames, calls.frames),
            registers: std::mem::replace(&mut self.registers, calls.registers),
            landings: std::mem::replace(&mut self.landings, calls.landings),
            saved_stacks: std::mem::replace(&mut self.saved_stacks, calls.saved_stacks),
            until: std::mem::replace(&mut self.until, calls.until),
            native: std::mem::replace(&mut self.native, calls.native),
            stack: std::mem::replace(&mut self.stack, calls.stack),
            link: std::mem::replace(&mut self.link, calls.link),
        }
    }
}
