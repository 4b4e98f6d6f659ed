//! Contexts of `<ucontext.h>`: calls and a stack of their own that a thread takes up and puts aside itself.
//!
//! A context is known by the address of its `ucontext_t`. It is either put aside as a whole, by `swapcontext` or `makecontext`, or a place to come
//! back to in calls that are still there, by `getcontext`.

use super::Calls;
use crate::concrete::{Pointer, Value};
use crate::decode::Target;
use crate::fault::Stop;
use crate::library;
use crate::run::Machine;
use rustc_hash::FxHashMap;
use sanecc_ir::Type;

/// Numbers of stacks from here on are those of contexts; threads have their own numbers.
const FIRST: u32 = 1 << 30;
/// What stands for the address of calls that were left by `setcontext`: no context is there.
const LEFT: u64 = 1 << 63;

/// A change of context that a call has asked for. It happens when the call is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    /// Where the current calls are put aside; nowhere if they are left.
    pub(crate) from: Option<u64>,
    /// What is taken up.
    pub(crate) to: u64,
}

/// All contexts that do not run.
#[derive(Debug, Default)]
pub(crate) struct Contexts {
    aside: FxHashMap<u64, Calls>,
    /// Stacks that were made, and calls that were left.
    made: u32,
    left: u64,
}

impl Contexts {
    /// Registers of calls that were put aside.
    pub(crate) fn registers(&self) -> impl Iterator<Item = &Value> {
        self.aside.values().flat_map(Calls::held)
    }
}

impl Machine<'_> {
    /// Makes a context that runs a function.
    pub(crate) fn make_context(
        &mut self,
        place: u64,
        function: Pointer,
        link: Pointer,
        bytes: u64,
        arguments: (Vec<Value>, Vec<Type>),
    ) -> Result<(), Stop> {
        let callee = self.callee(function)?;
        let Target::Direct(callee) = self.target(callee) else {
            let text = "a context that begins with a function of the library";
            return Err(Stop::Unsupported(text.to_owned()));
        };
        self.forget_context(place);
        self.contexts.made += 1;
        let stack = FIRST + self.contexts.made;
        let thread = self.threads.current().0;
        self.memory.add_stack(stack, thread, bytes);
        let new = Calls {
            stack,
            link: Some(link),
            ..Calls::default()
        };
        let before = self.exchange(new);
        let entered = self.enter_alone(callee, &arguments.0, &arguments.1);
        let made = self.exchange(before);
        entered?;
        self.contexts.aside.insert(place, made);
        Ok(())
    }

    /// Forgets what was put aside at a place, where another context comes.
    pub(crate) fn forget_context(&mut self, place: u64) {
        if let Some(calls) = self.contexts.aside.remove(&place) {
            self.memory.drop_stack(calls.stack);
        }
    }

    /// Changes to another context.
    ///
    /// # Errors
    /// If it cannot be taken up.
    pub(super) fn change_context(&mut self, change: Change) -> Result<(), Stop> {
        if self.until != 0 {
            let text = "a change of context in a function that the library calls";
            return Err(Stop::Unsupported(text.to_owned()));
        }
        if let Some(calls) = self.contexts.aside.remove(&change.to) {
            let before = self.exchange(calls);
            self.put_aside(change.from, before);
            return Ok(());
        }
        // A place of getcontext: in the calls at hand, or in some that were put aside.
        if !self.landings.contains_key(&change.to) {
            let mut aside = self.contexts.aside.iter();
            let holder = aside.find(|(_, calls)| calls.landings.contains_key(&change.to));
            let Some((&holder, _)) = holder else {
                let text = "a context that nobody has made, or that was taken up before";
                return Err(Stop::Unsupported(text.to_owned()));
            };
            if let Some(calls) = self.contexts.aside.remove(&holder) {
                let before = self.exchange(calls);
                self.put_aside(change.from, before);
            }
        }
        self.land_with(change.to, Value::int(0), self.until)
    }

    fn put_aside(&mut self, place: Option<u64>, calls: Calls) {
        if calls.frames.is_empty() {
            self.memory.drop_stack(calls.stack);
            return;
        }
        let place = place.unwrap_or_else(|| {
            self.contexts.left += 1;
            LEFT + self.contexts.left
        });
        self.contexts.aside.insert(place, calls);
    }

    /// Goes on where a context leads to whose function has returned.
    pub(super) fn end_context(&mut self, link: Pointer) -> Result<(), Stop> {
        if link.is_null() {
            let exit = library::find("exit").unwrap_or_default();
            let ended = self.call_library(exit, vec![Value::int(0)], &[Type::Int(32)]);
            return ended.map(|_| ());
        }
        self.change_context(Change {
            from: None,
            to: link.address,
        })
    }
}
