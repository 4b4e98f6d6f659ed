//! The end of a thread: handlers that clean up, destructors, and what it leaves behind.

use super::{State, ThreadId, Waits};
use crate::concrete::{Pointer, Value};
use crate::decode::Target;
use crate::fault::Stop;
use crate::memory::End;
use crate::run::Machine;
use sanecc_ir::Type;

/// How often destructors may set new values of a key (`PTHREAD_DESTRUCTOR_ITERATIONS`).
const ROUNDS: usize = 4;

impl Machine<'_> {
    /// Goes back through the calls of a thread that ends itself or was cancelled, up to the latest handler of `pthread_cleanup_push`.
    /// Whether there is one; the other calls of this level are left otherwise.
    pub(super) fn leave_thread(&mut self) -> Result<bool, Stop> {
        self.native = None;
        let thread = self.threads.own();
        thread.tries = Default::default();
        thread.cancellation.ending = true;
        // Code that knows exceptions cleans up in landing pads, other code by buffers.
        let pad = self.next_pad(None)?;
        while let Some(buffer) = self.threads.own().cleanups.pop() {
            let landing = self.landings.get(&buffer.address).copied();
            let Some(landing) = landing.filter(|landing| self.is_landing(landing)) else {
                continue;
            };
            if landing.depth <= self.until || pad.is_some_and(|pad| pad >= landing.depth) {
                self.threads.own().cleanups.push(buffer);
                break;
            }
            self.land(buffer.address, 1, self.until)?;
            return Ok(true);
        }
        self.unwind(None)
    }

    /// Ends the current thread, all calls of which have been left: runs the next destructor, or, if none is left, takes its memory. The
    /// value is that of its first function, if it has returned one.
    pub(super) fn end_thread(&mut self, value: Option<Value>) -> Result<(), Stop> {
        let thread = self.threads.own();
        if !thread.is_ending {
            thread.is_ending = true;
            thread.result = value.or(thread.result.take());
        }
        while let Some((function, argument)) = self.next_destructor() {
            if self.begin(function, argument)? {
                return Ok(());
            }
        }
        let thread = self.threads.own();
        let mut objects: Vec<Pointer> = thread.locals.drain().map(|(_, start)| start).collect();
        objects.extend(thread.own.drain().map(|(_, start)| start));
        let result = thread.result.take().unwrap_or(Value::integer(0));
        thread.state = State::Ended(result);
        thread.specific.clear();
        objects.sort_unstable_by_key(|start| start.address);
        for start in objects {
            self.memory.end(start.object, End::Thread, None);
        }
        self.memory.clear_stack();
        let id = self.threads.current;
        self.threads.living.retain(|living| *living != id);
        self.threads.wake_all(Waits::End(id));
        match self.threads.living.is_empty() {
            true => Err(Stop::NoThread),
            false => Ok(()),
        }
    }

    /// What runs next at the end of a thread, with its argument.
    fn next_destructor(&mut self) -> Option<(Pointer, Pointer)> {
        let keys = self.threads.keys.clone();
        let thread = self.threads.own();
        if let Some(last) = thread.at_end.pop() {
            return Some(last);
        }
        thread.destroyed += 1;
        if thread.destroyed > ROUNDS * keys.len() {
            return None;
        }
        let mut all = thread.specific.iter_mut().zip(&keys);
        let (place, destructor) = all.find_map(|(place, destructor)| {
            let destructor = (*destructor)?;
            (!place.is_null() && !destructor.is_null()).then_some((place, destructor))
        })?;
        Some((destructor, std::mem::take(place)))
    }

    /// Begins a function with an address as its argument. Whether it still runs.
    fn begin(&mut self, function: Pointer, argument: Pointer) -> Result<bool, Stop> {
        let callee = self.callee(function)?;
        let arguments = vec![Value::pointer(argument)];
        let types = [Type::Pointer(0)];
        match self.target(callee) {
            Target::Direct(callee) => {
                self.enter_alone(callee, &arguments, &types)?;
                Ok(true)
            }
            Target::Library(number) => match self.call_library(number, arguments, &types) {
                Err(Stop::Wait(_)) => Err(Stop::Unsupported(
                    "a destructor of a thread that waits in the library".to_owned(),
                )),
                other => other.map(|_| false),
            },
            _ => {
                let name = &self.module().functions[callee].name;
                Err(Stop::Unsupported(format!(
                    "the function `{name}`, which is defined in none of the files and is not known"
                )))
            }
        }
    }

    /// Lets the first thread end the program, after all have ended.
    pub(crate) fn revive(&mut self) {
        self.switch_to(ThreadId::MAIN);
        let thread = self.threads.own();
        thread.state = State::Ready;
        thread.is_ending = false;
        self.threads.living = vec![ThreadId::MAIN];
    }
}
