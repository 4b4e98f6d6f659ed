//! Which objects do the values of a program name? Freed allocations that none does are forgotten.

use super::{Frame, Machine};
use crate::concrete::{Pointer, Value};
use crate::memory::{Memory, Named};

/// Names that values hold.
struct Search<'m> {
    memory: &'m Memory,
    named: Named,
}

impl Search<'_> {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Scalar { object, .. } => self.memory.note_named(*object, &mut self.named),
            Value::Partial(partial) => self.memory.note_named(partial.object, &mut self.named),
            Value::Parts(parts) => parts.iter().for_each(|part| self.value(part)),
            Value::Wide(_) | Value::Long(_) | Value::Undefined | Value::Poison => {}
        }
    }

    fn pointer(&mut self, pointer: Pointer) {
        self.memory.note_named(pointer.object, &mut self.named);
    }

    fn frames(&mut self, frames: &[Frame]) {
        for further in frames.iter().flat_map(Frame::further) {
            self.value(&further.value);
        }
    }
}

impl Machine<'_> {
    /// Forgets freed allocations, if there are many.
    pub(crate) fn forget(&mut self) {
        if !self.memory.has_much_to_forget() {
            return;
        }
        let mut search = Search {
            memory: &self.memory,
            named: Named::default(),
        };
        let own = &self.registers[..self.top()];
        let others = self.threads.registers().chain(self.contexts.registers());
        own.iter()
            .chain(others)
            .for_each(|value| search.value(value));
        search.frames(&self.frames);
        for (id, thread) in self.threads.iter() {
            search.frames(self.threads.frames_of(id));
            let values = thread.ended_with().into_iter().chain(&thread.result);
            values.for_each(|value| search.value(value));
            let pairs = thread.at_end.iter().map(|(_, argument)| argument);
            let pointers = thread.specific.iter().chain(&thread.cleanups).chain(pairs);
            pointers.for_each(|pointer| search.pointer(*pointer));
        }
        self.library
            .pointers()
            .for_each(|pointer| search.pointer(pointer));
        let named = search.named;
        self.memory.forget_unnamed(named);
        self.traces.retain(|trace, ()| trace.is_shared());
    }
}
