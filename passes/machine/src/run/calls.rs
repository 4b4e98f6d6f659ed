//! Calls, returns and jumps between functions.

use super::{Frame, Further, Landing, Machine};
use crate::concrete::{Pointer, Value};
use crate::decode::{Call, Code, EdgeId, How, Register, Target, decode};
use crate::domain::Domain;
use crate::fault::{Fault, Stop, Use};
use crate::library;
use crate::memory::Kind;
use sanecc_ir::{BlockId, FuncId, Id, Type};
use std::rc::Rc;

/// In place of a register, for results that nobody reads.
pub(super) const NOBODY: Register = Register::MAX;

impl<D: Domain> Machine<'_, D> {
    /// The code of a function that is defined here.
    fn code(&mut self, id: FuncId) -> Rc<Code<D::Value>> {
        if let Some(code) = &self.codes[id.index()] {
            return Rc::clone(code);
        }
        // Who follows a run, or goes on after errors, wants each instruction and each value on its own.
        let is_close = self.watch.is_some() || self.judge.is_some();
        let how = How {
            checks: self.options.checks,
            is_typed: !self.options.types.is_empty(),
            has_variables: !D::SEES_ALL,
            shares: !D::SEES_ALL && !is_close,
        };
        let find = &library::find;
        let mut code = decode(self.module, id, &self.symbols, &self.watches, find, how);
        let domain = &mut self.memory;
        for held in &code.held {
            let constant = &mut code.constants[held.constant];
            let address = std::mem::replace(constant, Value::Undefined);
            *constant = domain.held(address, held.distance, &held.member);
        }
        let code = Rc::new(code.map(|constant| domain.constant(constant)));
        self.codes[id.index()] = Some(Rc::clone(&code));
        code
    }

    /// Executes a call: a function of the program begins, one of the library is done.
    pub(super) fn call(
        &mut self,
        code: &Rc<Code<D::Value>>,
        base: usize,
        call: &Call,
    ) -> Result<(), Stop> {
        let target = match &call.target {
            Target::Indirect(operand) => {
                let callee = D::callee(self, self.value(code, base, *operand), call)?;
                self.target(callee)
            }
            other => other.clone(),
        };
        match target {
            Target::Direct(callee) => {
                let first = self.top();
                self.grow_to(first + call.arguments.len());
                for (argument, to) in call.arguments.iter().zip(first..) {
                    self.registers[to] = self.value(code, base, *argument).clone();
                }
                self.enter(callee, (first, call.arguments.len()), call)
            }
            Target::Library(number) => {
                let arguments = call.arguments.iter();
                let arguments = arguments
                    .map(|argument| self.value(code, base, *argument).clone())
                    .collect();
                let value = D::library(self, number, arguments, call)?;
                self.returned(code, base, (call.result, call.normal), value)?;
                D::called(self)
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

    /// Goes on behind a call.
    fn returned(
        &mut self,
        code: &Code<D::Value>,
        base: usize,
        (result, normal): (Register, Option<EdgeId>),
        value: D::Value,
    ) -> Result<(), Stop> {
        if result != NOBODY {
            self.registers[base + result as usize] = value;
        }
        if let Some(edge) = normal {
            let next = self.follow(code, base, edge)?;
            self.rest(next);
        }
        Ok(())
    }

    pub(crate) fn target(&self, callee: FuncId) -> Target {
        let function = &self.module.functions[callee];
        match (function.defined, library::find(&function.name)) {
            (true, _) => Target::Direct(callee),
            (false, Some(number)) => Target::Library(number),
            (false, None) => Target::Unknown(callee),
        }
    }

    /// The first register behind those of the calls that have not returned.
    pub(super) fn top(&self) -> usize {
        let last = self.frames.last();
        last.map_or(0, |frame| frame.base + frame.code.registers as usize)
    }

    /// Lets there be so many registers. What is in new ones, nobody reads before it is written.
    fn grow_to(&mut self, count: usize) {
        if self.registers.len() < count {
            self.registers.resize(count, D::undefined());
        }
    }

    /// Begins a function, whose arguments are so many registers from a first one on.
    fn enter(
        &mut self,
        callee: FuncId,
        (base, count): (usize, usize),
        call: &Call,
    ) -> Result<(), Stop> {
        let code = self.code(callee);
        let mark = self.memory.enter()?;
        for &(number, bytes, align) in &call.copied {
            let value = &self.registers[base + number as usize];
            let copy = self.memory.copied(callee, value, bytes, align)?;
            self.registers[base + number as usize] = copy;
        }
        let fixed = code.parameters as usize;
        let mut variadic = Vec::new();
        if code.variadic && count > fixed {
            let further = self.registers[base + fixed..base + count].iter().cloned();
            let further = further.zip(call.types.iter().skip(fixed).copied());
            variadic.extend((fixed as u32..).zip(further).map(|(number, (value, ty))| {
                let mut copied = call.copied.iter();
                let copied = copied.find(|(copied, ..)| *copied == number);
                Further {
                    value,
                    ty,
                    copied: copied.map(|&(_, bytes, align)| (bytes, align)),
                }
            }));
        }
        self.grow_to(base + code.registers as usize);
        // Variables have no value, nor do parameters that get none.
        let last = match self.watch.is_some() {
            // Nor does anything that is not written yet: what calls have left holds nothing.
            true => code.registers as usize,
            false => fixed + code.variables as usize,
        };
        let variables = base + count.min(fixed)..base + last;
        self.registers[variables].fill(D::undefined());
        self.serial += 1;
        self.frames.push(Frame {
            code,
            next: 0,
            base,
            mark,
            result: call.result,
            normal: call.normal,
            variadic,
            areas: None,
            serial: self.serial,
        });
        self.memory.arrived(BlockId::from_index(0), &[])
    }

    /// Ends the innermost function. Its caller gets the value, or whoever runs it alone: then it is yielded.
    pub(super) fn leave(&mut self, value: D::Value) -> Result<Option<D::Value>, Stop> {
        let Some(frame) = self.frames.pop() else {
            return Ok(Some(value));
        };
        self.memory.leave(frame.mark);
        if self.frames.len() <= self.until {
            return Ok(Some(value));
        }
        if let Some(caller) = self.frames.last() {
            let base = caller.base;
            if frame.result != NOBODY {
                self.registers[base + frame.result as usize] = value;
            }
            if let Some(edge) = frame.normal {
                let code = Rc::clone(&caller.code);
                let next = self.follow(&code, base, edge)?;
                self.rest(next);
            }
        }
        Ok(None)
    }

    /// Runs a function that is defined here to its end.
    ///
    /// # Errors
    /// If the program ends, does what is not defined, or needs what the machine or the domain does not have.
    pub fn run_function(
        &mut self,
        callee: FuncId,
        arguments: &[D::Value],
        types: &[Type],
    ) -> Result<D::Value, Stop> {
        let depth = self.frames.len();
        self.enter_alone(callee, arguments, types)?;
        self.run(depth)
    }

    /// Begins a function of which nobody reads the result.
    pub(crate) fn enter_alone(
        &mut self,
        callee: FuncId,
        arguments: &[D::Value],
        types: &[Type],
    ) -> Result<(), Stop> {
        let call = Call {
            target: Target::Direct(callee),
            result: NOBODY,
            arguments: Box::default(),
            types: types.into(),
            result_type: self.module.functions[callee].signature.result,
            copied: Box::default(),
            normal: None,
            unwind: None,
        };
        let first = self.top();
        let count = arguments.len();
        self.grow_to(first + count);
        self.registers[first..first + count].clone_from_slice(arguments);
        self.enter(callee, (first, count), &call)
    }
}

impl Machine<'_> {
    /// The function at an address.
    pub(crate) fn callee(&self, pointer: Pointer) -> Result<FuncId, Stop> {
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
    pub(crate) fn fits(&self, callee: FuncId, pointer: Pointer, call: &Call) -> Result<(), Stop> {
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
        match self.target(callee) {
            Target::Direct(_) => self.run_function(callee, arguments, types),
            Target::Library(number) => match self.call_library(number, arguments.to_vec(), types) {
                Err(Stop::Wait(_)) => {
                    let name = library::name(number);
                    let text = format!("`{name}`, called by the library, when it has to wait");
                    Err(Stop::Unsupported(text))
                }
                other => other,
            },
            _ => Err(Fault::NoFunction { pointer: function }.into()),
        }
    }

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
