//! New threads.

use super::{Join, Thread, ThreadId};
use crate::concrete::{Pointer, Value};
use crate::decode::Target;
use crate::fault::Stop;
use crate::memory::{Kind, Making};
use crate::run::Machine;
use sanecc_ir::Type;

/// Bytes of the memory at the address that is a thread's handle.
const HANDLE: u64 = 64;
/// How many threads may live at once, as systems limit it.
const MOST: usize = 32_000;

/// A thread that shall be.
pub(crate) struct NewThread {
    /// What it runs.
    pub(crate) start: Pointer,
    /// The argument of that.
    pub(crate) argument: Value,
    /// Bytes of its stack.
    pub(crate) stack: u64,
    /// Nobody will join it.
    pub(crate) detached: bool,
}

impl Machine<'_> {
    /// Makes a thread; none if there are too many.
    pub(crate) fn start_thread(&mut self, new: NewThread) -> Result<Option<ThreadId>, Stop> {
        if self.threads.living.len() >= MOST {
            return Ok(None);
        }
        let callee = self.callee(new.start)?;
        let Target::Direct(callee) = self.target(callee) else {
            let name = &self.module().functions[callee].name;
            return Err(Stop::Unsupported(format!(
                "a thread that begins with the function `{name}`, which is defined in none of the files"
            )));
        };
        let id = ThreadId(self.threads.all.len() as u32);
        let created = Some(self.trace());
        self.threads.all.push(Thread {
            created,
            join: new.detached.then_some(Join::Detached(None)),
            ..Thread::default()
        });
        self.threads.living.push(id);
        self.memory.add_stack(id.0, id.0, new.stack);
        self.threads.get_mut(id).calls.stack = id.0;
        self.make_handle(id);
        let current = self.threads.current;
        self.switch_to(id);
        let entered = self.enter_alone(callee, &[new.argument], &[Type::Pointer(0)]);
        self.switch_to(current);
        entered?;
        self.threads.turn();
        Ok(Some(id))
    }

    /// The handle of the current thread.
    pub(crate) fn own_handle(&mut self) -> Pointer {
        let current = self.threads.current;
        if self.threads.own().handle.is_null() {
            self.make_handle(current);
        }
        self.threads.own().handle
    }

    fn make_handle(&mut self, id: ThreadId) {
        let object = self.memory.make_static(&Making {
            kind: Kind::Library("thread"),
            bytes: HANDLE,
            align: HANDLE,
        });
        let handle = self.memory.start(object);
        self.threads.set_handle(id, handle);
    }
}
