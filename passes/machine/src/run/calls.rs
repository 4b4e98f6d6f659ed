//! Calls and returns.

use super::{Frame, Further, Machine, Variadic};
use crate::concrete::Value;
use crate::decode::{Call, Code, EdgeId, How, Inst, Register, Target, decode};
use crate::domain::{Domain, Slots};
use crate::fault::Stop;
use crate::library;
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

    /// Executes a call of a function that only computes, without a frame. Yields whether it has: where anything is out of the ordinary, nothing
    /// has happened, and the call is one like others.
    pub(super) fn compute(&mut self, code: &Code<D::Value>, base: usize, call: &Call) -> bool {
        let Target::Direct(callee) = call.target else {
            return false;
        };
        let Some(called) = &self.codes[callee.index()] else {
            return false;
        };
        let is_plain = call.copied.is_empty() && call.normal.is_none();
        if !called.is_leaf || !is_plain || call.arguments.len() != called.parameters as usize {
            return false;
        }
        let called = Rc::clone(called);
        let first = base + code.registers as usize;
        self.grow_to(first + called.registers as usize);
        let (own, others) = self.registers.split_at_mut(first);
        let own = Slots {
            registers: &mut own[base..],
            constants: &code.constants,
        };
        for (argument, to) in call.arguments.iter().zip(&mut *others) {
            to.clone_from(own.get(*argument));
        }
        let fixed = called.parameters as usize;
        for variable in &mut others[fixed..fixed + called.variables as usize] {
            *variable = D::undefined();
        }
        let mut slots = Slots {
            registers: others,
            constants: &called.constants,
        };
        for inst in &called.instructions {
            if let Inst::Return(Some(value)) = inst {
                if call.result != NOBODY {
                    own.registers[call.result as usize].clone_from(slots.get(*value));
                }
                return true;
            }
            if !self.memory.quick(inst, &mut slots, called.pointer_bits) {
                return false;
            }
        }
        false
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
        let mut variadic = None;
        if code.variadic {
            let further = self.registers[base + fixed.min(count)..base + count]
                .iter()
                .cloned();
            let further = further.zip(call.types.iter().skip(fixed).copied());
            let further = (fixed as u32..).zip(further).map(|(number, (value, ty))| {
                let mut copied = call.copied.iter();
                let copied = copied.find(|(copied, ..)| *copied == number);
                Further {
                    value,
                    ty,
                    copied: copied.map(|&(_, bytes, align)| (bytes, align)),
                }
            });
            variadic = Some(Box::new(Variadic {
                arguments: further.collect(),
                areas: None,
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
