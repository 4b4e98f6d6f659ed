//! Goes back through calls: to the handler of an exception, or out of a thread that ends. First a handler is looked for, without a change,
//! so that an exception that nobody catches ends the program where it was thrown.

use super::types::Types;
use crate::concrete::{Pointer, Value};
use crate::decode::{Inst, constant};
use crate::fault::Stop;
use crate::library::{self, ABORT};
use crate::run::Machine;
use sanecc_ir::{BlockId, FuncId, Op, Type};

/// What a landing pad does with an exception.
enum Pad {
    /// It catches it as this type, which is null for all, and gets that.
    Catches(Pointer, Pointer),
    /// It does not let it pass (`throw(...)` of a function).
    Refuses,
    /// It cleans up.
    Cleans,
}

impl Machine<'_> {
    /// Brings an exception, or the end of the thread (none), to the next landing pad that has to do with it. Whether there is one in the
    /// calls of this level; all others of the level are left.
    ///
    /// # Errors
    /// If nobody catches the exception: the program ends.
    pub(crate) fn unwind(&mut self, exception: Option<u64>) -> Result<bool, Stop> {
        self.native = None;
        if exception.is_some() && !self.is_caught(exception)? {
            return Err(self.uncaught(exception)?);
        }
        match self.next_pad(exception)? {
            Some(depth) => {
                self.enter_pad(exception, depth)?;
                Ok(true)
            }
            None => {
                self.leave_calls(self.until);
                Ok(false)
            }
        }
    }

    /// How many calls there are up to the next landing pad that has to do with an exception, of those of this level.
    pub(crate) fn next_pad(&self, exception: Option<u64>) -> Result<Option<usize>, Stop> {
        for depth in (self.until + 1..=self.frames.len()).rev() {
            if self.pad(exception, depth)?.is_some() {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }

    fn is_caught(&self, exception: Option<u64>) -> Result<bool, Stop> {
        for depth in 1..=self.frames.len() {
            if let Some(Pad::Catches(..) | Pad::Refuses) = self.pad(exception, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The landing pad of the call that the frame at a depth is in, and the edge that leads there.
    fn landing_pad(&self, depth: usize) -> Option<(FuncId, BlockId)> {
        let frame = &self.frames[depth - 1];
        match &frame.code.instructions[frame.next.checked_sub(1)?] {
            Inst::Call(call) => call.unwind.map(|(_, block)| (frame.code.function, block)),
            _ => None,
        }
    }

    /// What the landing pad of a call does with an exception.
    fn pad(&self, exception: Option<u64>, depth: usize) -> Result<Option<Pad>, Stop> {
        let Some((function, block)) = self.landing_pad(depth) else {
            return Ok(None);
        };
        let function = &self.module().functions[function];
        let mut ops = function.blocks[block].instructions.iter();
        let Some((cleanup, clauses)) = ops.find_map(|id| match function.op(*id) {
            Some(Op::LandingPad { cleanup, clauses }) => Some((*cleanup, clauses)),
            _ => None,
        }) else {
            return Err(Stop::Unsupported(
                "a landing pad without clauses".to_owned(),
            ));
        };
        for &clause in clauses {
            let value = constant(self.module(), function, &self.symbols, clause);
            let value = value.map_err(Stop::Unsupported)?;
            let is_list = matches!(function.values[clause].ty, Type::Aggregate(_));
            match (is_list, value) {
                (true, Value::Parts(allowed)) => {
                    let mut passes = exception.is_none();
                    for one in allowed.iter() {
                        passes |= self.handles(exception, one)?.is_some();
                    }
                    if !passes {
                        return Ok(Some(Pad::Refuses));
                    }
                }
                (_, handler) => {
                    if let Some((handler, adjusted)) = self.handles(exception, &handler)? {
                        return Ok(Some(Pad::Catches(handler, adjusted)));
                    }
                }
            }
        }
        Ok(cleanup.then_some(Pad::Cleans))
    }

    /// Whether a handler is for an exception, and what it gets then.
    fn handles(
        &self,
        exception: Option<u64>,
        handler: &Value,
    ) -> Result<Option<(Pointer, Pointer)>, Stop> {
        let handler = Self::pointer(handler)?;
        let Some(thrown) = exception.and_then(|object| self.exceptions.all.get(&object)) else {
            // The end of a thread: a handler for everything cleans up, and throws it again.
            return Ok(handler.is_null().then_some((handler, Pointer::NULL)));
        };
        if handler.is_null() {
            return Ok(Some((handler, thrown.object)));
        }
        let types = Types {
            memory: &self.memory,
            module: self.module(),
        };
        let caught = types.caught(handler, thrown.type_info, thrown.object)?;
        Ok(caught.map(|adjusted| (handler, adjusted)))
    }

    /// Goes on at the landing pad of the call that the frame at a depth is in.
    pub(crate) fn enter_pad(&mut self, exception: Option<u64>, depth: usize) -> Result<(), Stop> {
        let pad = self.pad(exception, depth)?;
        self.leave_calls(depth);
        let object = exception.and_then(|object| self.exceptions.get(object));
        let object = object.map_or(Pointer::NULL, |exception| exception.object);
        let selector = match pad {
            Some(Pad::Catches(handler, adjusted)) => {
                if let Some(exception) = self.exceptions.get(object.address) {
                    exception.adjusted = adjusted;
                }
                self.exceptions.number_of(handler.address)
            }
            Some(Pad::Refuses) => -1,
            Some(Pad::Cleans) | None => 0,
        };
        self.threads.own().handling.landing = (object, selector);
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (code, base) = (frame.code.clone(), frame.base);
        if let Inst::Call(call) = &code.instructions[frame.next - 1]
            && let Some((edge, _)) = call.unwind
        {
            let next = self.follow(&code, base, edge)?;
            self.rest(next);
        }
        Ok(())
    }

    /// Ends the program, as an exception that nobody catches does.
    fn uncaught(&mut self, exception: Option<u64>) -> Result<Stop, Stop> {
        if let Some(thrown) = exception.and_then(|object| self.exceptions.all.get(&object))
            && self.library.has_no_terminate_handler()
        {
            let types = Types {
                memory: &self.memory,
                module: self.module(),
            };
            let name = types.name(thrown.type_info)?;
            let name = String::from_utf8_lossy(&name);
            let text = format!("terminate called after throwing an instance of '{name}'\n");
            // Nobody can be told of a failure.
            let _ = self.library.system.write(2, text.as_bytes());
        }
        let number = library::find("_ZSt9terminatev").unwrap_or_default();
        Ok(match self.call_library(number, Vec::new(), &[]) {
            Err(stop) => stop,
            Ok(_) => Stop::Signal(ABORT),
        })
    }

    /// The number of a type in landing pads.
    pub(crate) fn type_number(&mut self, type_info: &Value) -> Result<Value, Stop> {
        let type_info = Self::pointer(type_info)?;
        Ok(Value::int(self.exceptions.number_of(type_info.address)))
    }

    /// What a landing pad gets.
    pub(crate) fn landing_value(&mut self) -> Value {
        let (object, selector) = self.threads.own().handling.landing;
        let parts = vec![Value::pointer(object), Value::int(selector)];
        Value::Parts(parts.into())
    }

    /// How to go on after a landing pad that has cleaned up.
    pub(crate) fn resume(&self, value: &Value) -> Result<Stop, Stop> {
        let object = match value {
            Value::Parts(parts) if !parts.is_empty() => Self::pointer(&parts[0])?,
            other => Self::pointer(other)?,
        };
        Ok(match object.address {
            0 => Stop::Leave,
            address => Stop::Throw(address),
        })
    }
}
