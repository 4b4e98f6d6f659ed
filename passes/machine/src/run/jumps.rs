//! `setjmp` and `longjmp`, and all that comes back to a call in the same way.

use super::{Landing, Machine};
use crate::concrete::Value;
use crate::decode::Call;
use crate::domain::Domain;
use crate::fault::{Fault, Stop, Use};

impl Machine<'_> {
    /// Notes where a setjmp returns a second time, and returns the first time.
    pub(crate) fn set_jump(&mut self, call: &Call, arguments: &[Value]) -> Result<Value, Stop> {
        let buffer = arguments
            .first()
            .ok_or(Stop::Unsupported("a setjmp without buffer".to_owned()))?;
        let buffer = Self::pointer(buffer)?;
        self.forget_context(buffer.address);
        if let Some(frame) = self.frames.last() {
            self.landings.insert(
                buffer.address,
                Landing {
                    depth: self.frames.len(),
                    serial: frame.serial,
                    next: frame.next,
                    result: call.result,
                },
            );
        }
        // The buffer has a value now, and it must be memory.
        self.memory.fill(buffer, 0, 8)?;
        Ok(Value::int(0))
    }

    /// Whether the call that a setjmp was in has not returned.
    pub(crate) fn is_landing(&self, landing: &Landing) -> bool {
        let target = self.frames.get(landing.depth - 1);
        target.is_some_and(|frame| frame.serial == landing.serial)
    }

    /// Ends calls until there are so few.
    pub(crate) fn leave_calls(&mut self, depth: usize) {
        while self.frames.len() > depth {
            if let Some(frame) = self.frames.pop() {
                self.memory.leave(frame.mark);
            }
        }
    }

    /// Goes on behind the setjmp of a buffer.
    pub(crate) fn land(&mut self, buffer: u64, value: i32, until: usize) -> Result<(), Stop> {
        let result = Value::int(if value == 0 { 1 } else { value });
        match self.land_with(buffer, result, until) {
            Err(Stop::Jump(..)) => Err(Stop::Jump(buffer, value)),
            other => other,
        }
    }

    /// Goes on behind the setjmp or getcontext of a buffer, which yields this.
    pub(crate) fn land_with(
        &mut self,
        buffer: u64,
        value: Value,
        until: usize,
    ) -> Result<(), Stop> {
        // Whatever jumped, code of the program runs now.
        self.native = None;
        let landing = self.landings.get(&buffer).copied();
        let landing = landing.ok_or(Fault::Uninitialized {
            for_what: Use::Library,
            poison: false,
        })?;
        if !self.is_landing(&landing) {
            return Err(Fault::DeadJump.into());
        }
        if landing.depth <= until {
            return Err(Stop::Jump(buffer, 0));
        }
        self.leave_calls(landing.depth);
        if let Some(frame) = self.frames.last_mut() {
            frame.next = landing.next;
            let register = frame.base + landing.result as usize;
            self.registers[register] = value;
        }
        Ok(())
    }
}
