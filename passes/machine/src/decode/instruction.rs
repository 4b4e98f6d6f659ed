//! Decodes single instructions.

use super::code::{Call, Inst, LaneOp, Loaded, Operand, Rare, StackObject, Target};
use super::{Decoder, Refused};
use crate::concrete::{Numeric, Value};
use sanecc_ir::{
    Address, BinaryOp, BlockId, Callee, CastOp, Constant, ElementOp, FuncId, GlobalId, Id, Lane,
    MemoryIntrinsic, Op, Ordering, Parts, Predicate, Type, ValueDef, ValueId,
};

impl Decoder<'_> {
    pub(super) fn instruction(
        &mut self,
        (block, at): (BlockId, u32),
        id: ValueId,
        op: &Op,
    ) -> Result<(), Refused> {
        if let Some(pair) = self.pairs.get(&id) {
            let (kind, [a, b]) = (pair.kind, pair.pointers);
            let pair = [self.operand(a)?, self.operand(b)?];
            self.rare(Rare::Pair(kind, pair));
        }
        match op {
            Op::Alloca {
                bytes,
                count,
                element,
                align,
                fixed,
            } => {
                if self.variables.contains_key(&id) {
                    return Ok(());
                }
                let to = self.register(id);
                match bytes {
                    Some(bytes) if *fixed => {
                        self.code.objects.push(StackObject {
                            alloca: id,
                            bytes: *bytes,
                            align: *align,
                        });
                        let object = self.code.objects.len() as u32 - 1;
                        self.push(Inst::Alloca(to, object));
                    }
                    _ => {
                        let count = self.operand(*count)?;
                        self.rare(Rare::Alloca(to, count, *element, *align));
                    }
                }
            }
            Op::Load { pointer, mode } => {
                if self.function.unevaluated.contains(&id) {
                    let to = self.register(id);
                    self.push(Inst::Forget(to));
                    return Ok(());
                }
                if self.variables.contains_key(pointer) {
                    self.variable(block, id, *pointer, at);
                    return Ok(());
                }
                let (to, from) = (self.register(id), self.operand(*pointer)?);
                match self.few_bytes(self.type_of(id)) {
                    Some(few) if self.is_typed => {
                        self.rare(Rare::Typed(from, few.0, id, false));
                        self.push(Inst::Load(to, from, Loaded::plain(few.0, few.1)));
                    }
                    Some(few) => self.load(block, (to, *pointer), few, from),
                    None => self.rare(Rare::Load(to, from, self.type_of(id))),
                }
                self.turn(mode.ordering);
            }
            Op::Store {
                pointer,
                value,
                mode,
            } => {
                let from = self.operand(*value)?;
                if self.variables.contains_key(pointer) {
                    let to = self.register(*pointer);
                    // It is there already, if it is a parameter that stays where it arrives.
                    if Operand::from(to) != from {
                        self.assign(block, *value, to, from);
                    }
                    return Ok(());
                }
                let to = self.operand(*pointer)?;
                match self.few_bytes(self.type_of(*value)) {
                    Some((bytes, _)) if self.is_typed => {
                        self.push(Inst::Store(to, from, bytes));
                        self.rare(Rare::Typed(to, bytes, id, true));
                    }
                    Some((bytes, _)) => self.store(block, *pointer, (to, from), bytes),
                    None => self.rare(Rare::Store(to, from, self.type_of(*value))),
                }
                self.turn(mode.ordering);
            }
            Op::Atomic {
                pointer,
                operation,
                operands,
                ..
            } => {
                let ty = self.type_of(*operands.last().ok_or("an atomic operation on nothing")?);
                let (to, at) = (self.register(id), self.operand(*pointer)?);
                let operands = self.operands(operands)?;
                self.rare(Rare::Atomic(to, *operation, ty, at, operands));
                self.push(Inst::Turn);
            }
            Op::Fence(_) => self.push(Inst::Turn),
            Op::Address(place) => match self.thread_local(place) {
                Some(global) => {
                    let to = self.register(id);
                    self.rare(Rare::ThreadLocal(to, global));
                }
                None => self.address(block, id, place)?,
            },
            Op::Binary(op, a, b) => self.binary(id, *op, *a, *b)?,
            Op::Negate(a) => match self.type_of(id) {
                Type::Float(format) => {
                    let (to, a) = (self.register(id), self.operand(*a)?);
                    self.rare(Rare::Negate(to, format, a));
                }
                Type::Vector {
                    lane: Lane::Float(format),
                    ..
                } => self.lanewise(id, LaneOp::Negate(format), &[*a])?,
                _ => return Err("a sign of what is no number".to_owned()),
            },
            Op::Compare(predicate, a, b) => self.compare(id, *predicate, *a, *b)?,
            Op::Cast(op, a) => self.cast(block, id, *op, *a)?,
            Op::Phi(_) => {}
            Op::Select {
                condition,
                then,
                otherwise,
            } => {
                if let Type::Vector { .. } = self.type_of(*condition) {
                    return self.lanewise(id, LaneOp::Select, &[*condition, *then, *otherwise]);
                }
                let to = self.register(id);
                let operands = [*condition, *then, *otherwise];
                let operands = self.operands(&operands)?;
                let &[a, b, c] = operands.as_slice() else {
                    return Ok(());
                };
                self.rare(Rare::Select(to, [a, b, c]));
            }
            Op::Freeze(a) => {
                let (to, a) = (self.register(id), self.operand(*a)?);
                self.rare(Rare::Freeze(to, self.type_of(id), a));
            }
            Op::Element(op, operands) => {
                let ty = self.type_of(*operands.first().ok_or("parts of nothing")?);
                if let ElementOp::Addresses { .. } = op {
                    self.has_wide_indices(&operands[1..])?;
                }
                let (to, all) = (self.register(id), self.operands(operands)?);
                self.rare(Rare::Element(to, ty, op.clone(), all));
            }
            Op::VaArg(_) => return Err("`va_arg` that clang leaves to the processor".to_owned()),
            Op::Memory(kind, operands) => {
                let all = self.operands(operands)?;
                let [to, from, bytes, ..] = all.as_slice() else {
                    return Err("an operation on memory without length".to_owned());
                };
                self.rare(match kind {
                    MemoryIntrinsic::Copy => Rare::Copy(*to, *from, *bytes, false),
                    MemoryIntrinsic::Move => Rare::Copy(*to, *from, *bytes, true),
                    MemoryIntrinsic::Set => Rare::Fill(*to, *from, *bytes),
                });
            }
            Op::ScopeBegin(object) | Op::ScopeEnd(object) => {
                let ends = matches!(op, Op::ScopeEnd(_));
                if self.variables.contains_key(object) {
                    if !(self.is_straight && self.is_lost(block, *object, at, ends)) {
                        let register = self.register(*object);
                        self.push(Inst::Forget(register));
                    }
                    return Ok(());
                }
                let object = self.operand(*object)?;
                self.rare(Rare::Scope(object, ends));
            }
            Op::StackRestore(saved) => {
                let saved = self.operand(*saved)?;
                let to = self.register(id);
                let types = vec![Type::Pointer(0)];
                let name = "stackrestore".into();
                self.rare(Rare::Intrinsic(to, name, Type::Void, vec![saved], types));
            }
            Op::Inert(name, operands) => self.intrinsic(id, name, operands)?,
            Op::Opaque { name, operands } if name.starts_with("llvm.") => {
                self.intrinsic(id, name, operands)?;
            }
            Op::Opaque { name, .. } => return Err(format!("the instruction `{name}`")),
            Op::Call { .. } => self.call(block, id, op)?,
            Op::Return(value) => {
                let value = value.map(|value| self.operand(value)).transpose()?;
                self.push(Inst::Return(value));
            }
            Op::Branch(operands) => self.branch(block, operands)?,
            Op::LandingPad { .. } => {
                let to = self.register(id);
                self.rare(Rare::LandingPad(to));
            }
            Op::Resume(value) => {
                let value = self.operand(*value)?;
                self.rare(Rare::Resume(value));
            }
            Op::Unreachable => self.rare(Rare::Unreachable),
        }
        Ok(())
    }

    /// After an atomic access another thread may run.
    fn turn(&mut self, ordering: Ordering) {
        if ordering != Ordering::NotAtomic {
            self.push(Inst::Turn);
        }
    }

    /// The thread-local variable whose name an address is: a computation that adds nothing stands for the intrinsic that asks where it is.
    fn thread_local(&self, place: &Address) -> Option<GlobalId> {
        let is_plain = place.terms.is_empty() && place.offset == 0;
        let mut base = place.base;
        while let ValueDef::Constant(Constant::Alias(aliased)) = self.function.values[base].def {
            base = aliased;
        }
        match self.function.values[base].def {
            ValueDef::Global(id) if is_plain && self.module.globals[id].thread_local => Some(id),
            _ => None,
        }
    }

    /// Whether intrinsics know a type: no integer in it has more than 128 bits.
    fn is_narrow(&self, ty: Type) -> Result<(), Refused> {
        match ty {
            Type::Int(129..)
            | Type::Vector {
                lane: Lane::Int(129..),
                ..
            } => Err("an intrinsic of integers of more than 128 bits".to_owned()),
            Type::Aggregate(id) => match &self.module.aggregates[id].parts {
                Parts::Fields(fields) => {
                    fields.iter().try_for_each(|field| self.is_narrow(field.ty))
                }
                Parts::Elements { ty, .. } => self.is_narrow(*ty),
            },
            _ => Ok(()),
        }
    }

    /// Whether the indices of a vector of addresses are as wide as addresses.
    fn has_wide_indices(&self, indices: &[ValueId]) -> Result<(), Refused> {
        let width = self.module.layout.pointer_bits;
        let is_wide = |index: &ValueId| match self.type_of(*index) {
            Type::Int(bits)
            | Type::Vector {
                lane: Lane::Int(bits),
                ..
            } => bits == width,
            _ => false,
        };
        match indices.iter().all(is_wide) {
            true => Ok(()),
            false => Err("a vector of addresses with narrow indices".to_owned()),
        }
    }

    /// Bytes and bits of a type that one load reads whole.
    pub(super) fn few_bytes(&self, ty: Type) -> Option<(u8, u8)> {
        match ty {
            Type::Int(bits @ 1..=64) => Some((bits.div_ceil(8) as u8, bits as u8)),
            Type::Float(format) if format.bits() <= 64 => {
                Some((format.bits().div_ceil(8) as u8, format.bits() as u8))
            }
            Type::Pointer(0) => {
                let bits = self.module.layout.pointer_bits;
                Some((bits.div_ceil(8) as u8, bits as u8))
            }
            _ => None,
        }
    }

    /// Bits of an integer or address of at most 128.
    fn bits(&self, ty: Type) -> Option<u8> {
        match ty {
            Type::Int(bits @ 1..=128) => Some(bits as u8),
            Type::Pointer(_) => Some(self.module.layout.pointer_bits as u8),
            _ => None,
        }
    }

    fn lane_bits(&self, lane: Lane) -> Option<u8> {
        self.bits(lane.into())
    }

    fn lanewise(&mut self, id: ValueId, op: LaneOp, operands: &[ValueId]) -> Result<(), Refused> {
        let Type::Vector { lanes, .. } = self.type_of(id) else {
            return Err("an operation on lanes of no vector".to_owned());
        };
        let (to, operands) = (self.register(id), self.operands(operands)?);
        self.rare(Rare::Lanewise {
            to,
            lanes,
            op,
            operands,
        });
        Ok(())
    }

    fn binary(&mut self, id: ValueId, op: BinaryOp, a: ValueId, b: ValueId) -> Result<(), Refused> {
        let too_wide = || "an integer of more than 128 bits".to_owned();
        let lane = match self.type_of(id) {
            Type::Vector { lane, .. } => Some(lane),
            _ => None,
        };
        let of_lane = match (op, lane) {
            (BinaryOp::Float(op), Some(Lane::Float(format))) => Some(LaneOp::Float(op, format)),
            (op, Some(lane)) => Some(LaneOp::Binary(
                op,
                self.lane_bits(lane).ok_or_else(too_wide)?,
            )),
            (_, None) => None,
        };
        if let Some(op) = of_lane {
            return self.lanewise(id, op, &[a, b]);
        }
        let (to, sides) = (self.register(id), [self.operand(a)?, self.operand(b)?]);
        let inst = match (op, self.type_of(id)) {
            (BinaryOp::Float(op), Type::Float(format)) => Inst::Float(op, format, to, sides),
            (op, Type::Int(width @ 129..)) => {
                self.rare(Rare::Binary(op, width, to, sides));
                return Ok(());
            }
            (op, ty) => Inst::Binary(op, self.bits(ty).ok_or_else(too_wide)?, to, sides),
        };
        self.push(inst);
        Ok(())
    }

    fn compare(
        &mut self,
        id: ValueId,
        predicate: Predicate,
        a: ValueId,
        b: ValueId,
    ) -> Result<(), Refused> {
        let too_wide = || "an integer of more than 128 bits".to_owned();
        if let Type::Vector { lane, .. } = self.type_of(a) {
            let op = match (predicate, lane) {
                (Predicate::Float(how), Lane::Float(format)) => LaneOp::FloatCompare(how, format),
                (how, lane) => LaneOp::Compare(how, self.lane_bits(lane).ok_or_else(too_wide)?),
            };
            return self.lanewise(id, op, &[a, b]);
        }
        let (to, sides) = (self.register(id), [self.operand(a)?, self.operand(b)?]);
        let inst = match (predicate, self.type_of(a)) {
            (Predicate::Float(how), Type::Float(format)) => {
                Inst::FloatCompare(how, format, to, sides)
            }
            (how, Type::Int(width @ 129..)) => {
                self.rare(Rare::Compare(how, width, to, sides));
                return Ok(());
            }
            (how, ty) => Inst::Compare(how, self.bits(ty).ok_or_else(too_wide)?, to, sides),
        };
        self.push(inst);
        Ok(())
    }

    fn cast(
        &mut self,
        block: BlockId,
        id: ValueId,
        op: CastOp,
        operand: ValueId,
    ) -> Result<(), Refused> {
        let (from, to) = (self.type_of(operand), self.type_of(id));
        let numeric = |ty| match ty {
            Type::Int(bits @ 1..=128) => Ok(Numeric::Int(bits)),
            Type::Float(format) => Ok(Numeric::Float(format)),
            _ => Err("a conversion of an integer of more than 128 bits".to_owned()),
        };
        if op == CastOp::BitCast {
            let (register, a) = (self.register(id), self.operand(operand)?);
            self.rare(Rare::Reinterpret(register, from, to, a));
            return Ok(());
        }
        if let (Type::Vector { lane: from, .. }, Type::Vector { lane: to, .. }) = (from, to) {
            let op = match op {
                CastOp::Float(op) => {
                    LaneOp::FloatCast(op, numeric(from.into())?, numeric(to.into())?)
                }
                op => {
                    let bits = self.lane_bits(from).zip(self.lane_bits(to));
                    let (from, to) = bits.ok_or("an integer of more than 128 bits")?;
                    LaneOp::Cast(op, from, to)
                }
            };
            return self.lanewise(id, op, &[operand]);
        }
        let (register, a) = (self.register(id), self.operand(operand)?);
        match op {
            CastOp::Float(op) => {
                let rare = Rare::FloatCast(register, op, numeric(from)?, numeric(to)?, a);
                self.rare(rare);
            }
            op if matches!((from, to), (Type::Int(129..), _) | (_, Type::Int(129..))) => {
                let width = |ty| match ty {
                    Type::Int(bits) => Ok(bits),
                    _ => Err("an address as an integer of more than 128 bits"),
                };
                self.rare(Rare::Cast(op, [width(from)?, width(to)?], register, a));
            }
            op => {
                let bits = self.bits(from).zip(self.bits(to));
                let (from, to) = bits.ok_or("an integer of more than 128 bits")?;
                self.extend(block, operand, (op, from, to), (register, a));
                if matches!(self.type_of(id), Type::Pointer(_)) {
                    self.rare(Rare::Widen(register));
                }
            }
        }
        Ok(())
    }

    /// Reads a variable that is a register: readers read it there, if it does not change before.
    fn variable(&mut self, block: BlockId, id: ValueId, variable: ValueId, at: u32) {
        let from = self.register(variable);
        let lifetime = self.lifetimes.get(id);
        if let Some(lifetime) = lifetime
            && self.lifetimes.is_kept(block, variable, at, lifetime.last)
        {
            self.registers.insert(id, from);
            self.shared.insert(id);
            return;
        }
        let to = self.register(id);
        self.push(Inst::Move(to, from.into()));
    }

    fn address(&mut self, block: BlockId, id: ValueId, place: &Address) -> Result<(), Refused> {
        let to = self.register(id);
        let base = match self.array_base(id, place) {
            Some(base) => base,
            None => self.operand(place.base)?,
        };
        let mut terms = Vec::new();
        for term in &place.terms {
            let bits = self.bits(self.type_of(term.index));
            let bits = bits
                .filter(|bits| *bits <= 64)
                .ok_or("an index that is too wide")?;
            terms.push((self.operand(term.index)?, bits, term.scale));
        }
        match terms.as_slice() {
            [] => {
                let reach = self.reach(id);
                self.push(Inst::Address(to, base, place.offset, reach));
            }
            &[(index, bits, scale)] if i32::try_from(scale).is_ok() => {
                let (index, bits) = self.narrow_index(block, place.terms[0].index, (index, bits));
                self.push(Inst::Indexed(
                    to,
                    base,
                    index,
                    bits,
                    scale as i32,
                    place.offset,
                ));
            }
            _ => self.rare(Rare::Address {
                to,
                base,
                terms,
                offset: place.offset,
            }),
        }
        self.hold(id, to);
        Ok(())
    }

    fn branch(&mut self, block: BlockId, operands: &[ValueId]) -> Result<(), Refused> {
        let successors = self.function.blocks[block].successors.clone();
        match (operands, successors.as_slice()) {
            ([], &[to]) => {
                let edge = self.edge(block, to)?;
                let counts = self.is_counted(block, to);
                let taken = &mut self.code.edges[edge as usize];
                taken.counts = counts;
                if self.below != Some(to) || counts || !taken.moves.is_empty() {
                    self.push(Inst::Jump(edge));
                }
            }
            (&[condition], &[then, otherwise]) if self.type_of(condition) == Type::Int(1) => {
                let (fails, other) = (self.reports(then), self.reports(otherwise));
                let operand = self.operand(condition)?;
                let [then, otherwise] = [self.edge(block, then)?, self.edge(block, otherwise)?];
                match (fails, other) {
                    (true, false) => {
                        self.rare(Rare::Promise(operand, then, otherwise, otherwise));
                    }
                    (false, true) => self.rare(Rare::Promise(operand, then, otherwise, then)),
                    _ => self.decision(block, condition, operand, [then, otherwise]),
                }
            }
            (&[address], all) if matches!(self.type_of(address), Type::Pointer(_)) => {
                let address = self.operand(address)?;
                let mut edges = Vec::new();
                for &to in all {
                    edges.push((to.index() as u32, self.edge(block, to)?));
                }
                self.rare(Rare::Indirect(address, edges));
            }
            ([value, cases @ ..], [default, targets @ ..]) if cases.len() == targets.len() => {
                if matches!(self.type_of(*value), Type::Int(65..)) {
                    return Err("a switch over more than 64 bits".to_owned());
                }
                let value = self.operand(*value)?;
                let default = self.edge(block, *default)?;
                let mut edges = Vec::new();
                for (case, &to) in cases.iter().zip(targets) {
                    let case = super::constant(self.module, self.function, self.symbols, *case)?;
                    let number = case.number().and_then(|n| u64::try_from(n).ok());
                    let number = number.ok_or("a case of more than 64 bits")?;
                    edges.push((number, self.edge(block, to)?));
                }
                edges.sort_unstable();
                self.rare(Rare::Switch(value, default, edges));
            }
            _ => return Err("a branch of unknown form".to_owned()),
        }
        Ok(())
    }

    /// Whether a block tells of a promise of the source that does not hold.
    pub(super) fn reports(&self, block: BlockId) -> bool {
        let mut instructions = self.function.blocks[block].instructions.iter();
        instructions.any(|id| match self.function.op(*id) {
            Some(Op::Call {
                callee: Callee::Direct(callee),
                ..
            }) => crate::library::is_promise(&self.module.functions[*callee].name),
            _ => false,
        })
    }

    fn intrinsic(&mut self, id: ValueId, name: &str, operands: &[ValueId]) -> Result<(), Refused> {
        const NOTHING: [&str; 8] = [
            "llvm.dbg",
            "llvm.donothing",
            "llvm.experimental.noalias.scope",
            "llvm.invariant",
            "llvm.prefetch",
            "llvm.pseudoprobe",
            "llvm.var.annotation",
            "llvm.codeview",
        ];
        if NOTHING.iter().any(|prefix| name.starts_with(prefix)) {
            return Ok(());
        }
        let values: Vec<ValueId> = operands
            .iter()
            .copied()
            .filter(|id| self.type_of(*id) != Type::Other)
            .collect();
        if self.jump(id, name, &values)? {
            return Ok(());
        }
        let types: Vec<Type> = values.iter().map(|id| self.type_of(*id)).collect();
        for ty in types.iter().chain([&self.type_of(id)]) {
            self.is_narrow(*ty)?;
        }
        let (to, all) = (self.register(id), self.operands(&values)?);
        let short = name.strip_prefix("llvm.").unwrap_or(name);
        let rare = Rare::Intrinsic(to, short.into(), self.type_of(id), all, types);
        self.rare(rare);
        Ok(())
    }

    fn call(&mut self, block: BlockId, id: ValueId, op: &Op) -> Result<(), Refused> {
        let Op::Call {
            callee,
            arguments,
            unwind,
            ..
        } = op
        else {
            return Ok(());
        };
        let target = match callee {
            Callee::Direct(callee) => self.target(*callee),
            Callee::Indirect(pointer) => Target::Indirect(self.operand(*pointer)?),
            Callee::Assembly(assembly) => return self.assembly(id, assembly, arguments),
        };
        let copied = (0..arguments.len() as u32).filter_map(|number| {
            let (bytes, align) = self.function.copied.get(&(id, number))?;
            Some((number, *bytes, *align))
        });
        let copied = copied.collect();
        let types = arguments.iter().map(|id| self.type_of(*id)).collect();
        let result = self.register(id);
        let successors = &self.function.blocks[block].successors;
        let is_last = self.function.blocks[block].instructions.last() == Some(&id);
        let normal = match successors.as_slice() {
            [normal, ..] if is_last && unwind.is_some() => Some(*normal),
            [_, ..] if is_last => return Err("assembly that jumps".to_owned()),
            _ => None,
        };
        let normal = normal.map(|normal| self.edge(block, normal)).transpose()?;
        let unwind = match *unwind {
            Some(unwind) => Some((self.edge(block, unwind)?, unwind)),
            None => None,
        };
        let call = Call {
            target,
            result,
            arguments: self.operands(arguments)?.into(),
            types,
            result_type: self.type_of(id),
            copied,
            normal,
            unwind,
        };
        self.push(Inst::Call(Box::new(call)));
        Ok(())
    }

    /// Calls of the compiler's own setjmp and longjmp are those of the library.
    fn jump(&mut self, id: ValueId, name: &str, operands: &[ValueId]) -> Result<bool, Refused> {
        let (library, more) = match name {
            "llvm.eh.sjlj.setjmp" => ("_setjmp", None),
            "llvm.eh.sjlj.longjmp" => ("longjmp", Some(Value::int(1))),
            _ => return Ok(false),
        };
        let number = (self.find)(library).ok_or("a jump between functions")?;
        let buffer = *operands.first().ok_or("a jump without buffer")?;
        let mut arguments = vec![self.operand(buffer)?];
        let mut types = vec![Type::Pointer(0)];
        if let Some(value) = more {
            arguments.push(Operand::constant(self.code.constants.len()));
            self.code.constants.push(value);
            types.push(Type::Int(32));
        }
        let result = self.register(id);
        self.push(Inst::Call(Box::new(Call {
            target: Target::Library(number),
            result,
            arguments: arguments.into(),
            types: types.into(),
            result_type: Type::Int(32),
            copied: Box::default(),
            normal: None,
            unwind: None,
        })));
        Ok(true)
    }

    fn target(&self, callee: FuncId) -> Target {
        let function = &self.module.functions[callee];
        match (function.defined, (self.find)(&function.name)) {
            (true, _) => Target::Direct(callee),
            (false, Some(number)) => Target::Library(number),
            (false, None) => Target::Unknown(callee),
        }
    }
}

/// The operand that a register is read by.
impl From<super::code::Register> for Operand {
    fn from(register: super::code::Register) -> Self {
        Operand::register(register)
    }
}
