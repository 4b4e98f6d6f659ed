//! Calls, returns and jumps between functions.

use super::{Frame, Landing, Machine};
use crate::concrete::{Pointer, Value};
use crate::decode::{Call, Code, EdgeId, Register, Target, decode};
use crate::fault::{Fault, Stop, Use};
use crate::library;
use crate::memory::{End, Kind, Making};
use sanecc_ir::{FuncId, Id, Type};
use std::rc::Rc;

/// In place of a register, for results that nobody reads.
const NOBODY: Register = Register::MAX;
/// Bytes of the stack that a call takes besides its objects.
const FRAME_BYTES: u64 = 48;

impl Machine<'_> {
    /// The code of a function that is defined here.
    fn code(&mut self, id: FuncId) -> Rc<Code> {
        if let Some(code) = &self.codes[id.index()] {
            return Rc::clone(code);
        }
        let code = Rc::new(decode(self.module, id, &self.symbols, &library::find));
        self.codes[id.index()] = Some(Rc::clone(&code));
        code
    }

    /// Executes a call: a function of the program begins, one of the library is done.
    pub(super) fn call(&mut self, code: &Rc<Code>, base: usize, call: &Call) -> Result<(), Stop> {
        let target = match &call.target {
            Target::Indirect(operand) => {
                let pointer = Self::pointer(self.value(code, base, *operand))?;
                let callee = self.callee(pointer)?;
                self.fits(callee, pointer, call)?;
                self.target(callee)
            }
            other => other.clone(),
        };
        let arguments = call.arguments.iter();
        let arguments: Vec<Value> = arguments
            .map(|argument| self.value(code, base, *argument).clone())
            .collect();
        match target {
            Target::Direct(callee) => self.enter(callee, arguments, call, call.result, call.normal),
            Target::Library(number) => {
                let name = library::name(number);
                if library::is_setjmp(name) {
                    return self.set_jump(base, call, &arguments);
                }
                let value = self.call_library(number, arguments, &call.types)?;
                self.returned(code, base, (call.result, call.normal), value);
                Ok(())
            }
            Target::Unknown(callee) => {
                let name = &self.module.functions[callee].name;
                Err(Stop::Unsupported(format!(
                    "the function `{name}`, which is defined in none of the files and is not known"
                )))
            }
            Target::Indirect(_) => Ok(()),
        }
    }

    /// Goes on behind a call of the library.
    fn returned(
        &mut self,
        code: &Code,
        base: usize,
        (result, normal): (Register, Option<EdgeId>),
        value: Value,
    ) {
        if result != NOBODY {
            self.registers[base + result as usize] = value;
        }
        if let Some(edge) = normal {
            let next = self.follow(code, base, edge);
            self.rest(next);
        }
    }

    fn target(&self, callee: FuncId) -> Target {
        let function = &self.module.functions[callee];
        match (function.defined, library::find(&function.name)) {
            (true, _) => Target::Direct(callee),
            (false, Some(number)) => Target::Library(number),
            (false, None) => Target::Unknown(callee),
        }
    }

    /// The function at an address.
    fn callee(&self, pointer: Pointer) -> Result<FuncId, Stop> {
        let object = self.object_of(pointer);
        match self.memory.get(object) {
            Some(object) if object.address == pointer.address => match object.kind {
                Kind::Function(id) => Ok(id),
                _ => Err(Fault::NoFunction { pointer }.into()),
            },
            _ => Err(Fault::NoFunction { pointer }.into()),
        }
    }

    /// Whether a function takes what a call through a pointer passes.
    fn fits(&self, callee: FuncId, pointer: Pointer, call: &Call) -> Result<(), Stop> {
        let signature = &self.module.functions[callee].signature;
        let enough = call.types.len() >= signature.parameters.len();
        let same = signature.parameters.iter().zip(&call.types);
        let same = enough && same.into_iter().all(|(a, b)| is_passed_alike(*a, *b));
        let result =
            call.result_type == Type::Void || is_passed_alike(signature.result, call.result_type);
        match same && result {
            true => Ok(()),
            false => Err(Fault::WrongSignature { pointer }.into()),
        }
    }

    /// Begins a function.
    fn enter(
        &mut self,
        callee: FuncId,
        mut arguments: Vec<Value>,
        call: &Call,
        result: Register,
        normal: Option<EdgeId>,
    ) -> Result<(), Stop> {
        let code = self.code(callee);
        let mark = self.memory.stack_mark();
        self.memory.reserve(FRAME_BYTES)?;
        for &(number, bytes, align) in &call.copied {
            let from = Self::pointer(&arguments[number as usize])?;
            let id = self.memory.push(&Making {
                kind: Kind::Arguments(callee),
                bytes,
                align,
            })?;
            let to = self.memory.start(id);
            self.memory.copy(to, from, bytes, true)?;
            arguments[number as usize] = Value::pointer(to);
        }
        let fixed = code.parameters as usize;
        let further = arguments.split_off(fixed.min(arguments.len()));
        let types = call.types.iter().skip(fixed).copied();
        let variadic = match code.variadic {
            true => further.into_iter().zip(types).collect(),
            false => Vec::new(),
        };
        let base = self.registers.len();
        self.registers.extend(arguments);
        self.registers
            .resize(base + code.registers as usize, Value::Undefined);
        self.serial += 1;
        self.frames.push(Frame {
            code,
            next: 0,
            base,
            mark,
            result,
            normal,
            variadic,
            areas: None,
            serial: self.serial,
        });
        Ok(())
    }

    /// Ends the innermost function.
    pub(super) fn leave(&mut self, value: &Value) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.memory.unwind(frame.mark, End::Return);
        self.registers.truncate(frame.base);
        if let Some(caller) = self.frames.last() {
            let (code, base) = (Rc::clone(&caller.code), caller.base);
            self.returned(&code, base, (frame.result, frame.normal), value.clone());
        }
    }

    /// Runs a function of the program to its end.
    ///
    /// # Errors
    /// As [`Machine::run`].
    pub fn call_back(
        &mut self,
        function: Pointer,
        arguments: &[Value],
        types: &[Type],
    ) -> Result<Value, Stop> {
        let callee = self.callee(function)?;
        let depth = self.frames.len();
        let result_type = self.module.functions[callee].signature.result;
        let call = Call {
            target: Target::Direct(callee),
            result: NOBODY,
            arguments: Box::default(),
            types: types.into(),
            result_type,
            copied: Box::default(),
            normal: None,
        };
        match self.target(callee) {
            Target::Direct(_) => {
                self.enter(callee, arguments.to_vec(), &call, NOBODY, None)?;
                self.run(depth)
            }
            Target::Library(number) => self.call_library(number, arguments.to_vec(), types),
            _ => Err(Fault::NoFunction { pointer: function }.into()),
        }
    }

    /// Notes where a setjmp returns a second time, and returns the first time.
    fn set_jump(&mut self, base: usize, call: &Call, arguments: &[Value]) -> Result<(), Stop> {
        let buffer = arguments
            .first()
            .ok_or(Stop::Unsupported("a setjmp without buffer".to_owned()))?;
        let buffer = Self::pointer(buffer)?;
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
        self.registers[base + call.result as usize] = Value::int(0);
        Ok(())
    }

    /// Goes on behind the setjmp of a buffer.
    pub(super) fn land(&mut self, buffer: u64, value: i32, until: usize) -> Result<(), Stop> {
        let landing = self.landings.get(&buffer).copied();
        let landing = landing.ok_or(Fault::Uninitialized {
            for_what: Use::Library,
            poison: false,
        })?;
        let target = self.frames.get(landing.depth - 1);
        if target.is_none_or(|frame| frame.serial != landing.serial) {
            return Err(Fault::DeadJump.into());
        }
        if landing.depth <= until {
            return Err(Stop::Jump(buffer, value));
        }
        while self.frames.len() > landing.depth {
            if let Some(frame) = self.frames.pop() {
                self.memory.unwind(frame.mark, End::Return);
                self.registers.truncate(frame.base);
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.next = landing.next;
            let register = frame.base + landing.result as usize;
            self.registers[register] = Value::int(if value == 0 { 1 } else { value });
        }
        Ok(())
    }
}

/// Whether two types are passed alike.
fn is_passed_alike(a: Type, b: Type) -> bool {
    let class = |ty| match ty {
        Type::Int(bits) => (0, bits.div_ceil(64)),
        Type::Pointer(_) => (0, 1),
        Type::Float(format) => (1, format.bits()),
        Type::Vector { lanes, .. } => (2, lanes),
        Type::Aggregate(_) => (3, 0),
        Type::Void => (4, 0),
        Type::Other => (5, 0),
    };
    class(a) == class(b)
}
