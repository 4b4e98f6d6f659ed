//! Imports function bodies: an operation for each instruction.

use super::accesses::atomic;
use super::types::type_of;
use super::{Reader, address, name_of};
use crate::llvm::{created_loads, touched};
use crate::{
    BinaryOp, Block, BlockId, CastOp, Function, Id, Op, PoisonFlags, Predicate, Type, Value,
    ValueDef, ValueId,
};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::FxHashMap;

/// State while reading one function.
pub(super) struct Body<'r> {
    pub(super) reader: &'r mut Reader,
    pub(super) raw: LLVMValueRef,
    pub(super) function: Function,
    handles: Vec<LLVMValueRef>,
    ids: FxHashMap<LLVMValueRef, ValueId>,
    blocks: FxHashMap<LLVMBasicBlockRef, BlockId>,
}

/// Reads the body of `raw` into `shell`; also returns the live value behind each id.
pub(super) fn read(
    reader: &mut Reader,
    raw: LLVMValueRef,
    shell: Function,
) -> (Function, Vec<LLVMValueRef>) {
    let mut body = Body {
        reader,
        raw,
        function: shell,
        handles: Vec::new(),
        ids: FxHashMap::default(),
        blocks: FxHashMap::default(),
    };
    body.number();
    body.fill();
    body.connect();
    (body.function, body.handles)
}

/// All blocks of a function, in order.
fn blocks_of(function: LLVMValueRef) -> impl Iterator<Item = LLVMBasicBlockRef> {
    // SAFETY: walks the live function's list of blocks.
    let first = unsafe { LLVMGetFirstBasicBlock(function) };
    std::iter::successors((!first.is_null()).then_some(first), |&block| {
        // SAFETY: as above.
        let next = unsafe { LLVMGetNextBasicBlock(block) };
        (!next.is_null()).then_some(next)
    })
}

/// All instructions of a block, in order.
fn instructions_of(block: LLVMBasicBlockRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: walks the live block's list of instructions.
    let first = unsafe { LLVMGetFirstInstruction(block) };
    std::iter::successors((!first.is_null()).then_some(first), |&instruction| {
        // SAFETY: as above.
        let next = unsafe { LLVMGetNextInstruction(instruction) };
        (!next.is_null()).then_some(next)
    })
}

impl Body<'_> {
    /// Gives every parameter, block and instruction its id, so that operands may point forward.
    fn number(&mut self) {
        // SAFETY: the function is live and has this many parameters.
        let params: Vec<_> = unsafe {
            (0..LLVMCountParams(self.raw))
                .map(|i| LLVMGetParam(self.raw, i))
                .collect()
        };
        for (i, param) in params.into_iter().enumerate() {
            let id = self.add(param, ValueDef::Param(i as u32));
            self.name(id, param);
        }
        for block in blocks_of(self.raw) {
            let id = self.function.blocks.push(Block::default());
            self.blocks.insert(block, id);
            for instruction in instructions_of(block) {
                let value = self.add(instruction, ValueDef::Undefined);
                self.function.blocks[id].instructions.push(value);
            }
        }
    }

    fn add(&mut self, raw: LLVMValueRef, def: ValueDef) -> ValueId {
        // SAFETY: the value is live.
        let ty = type_of(unsafe { LLVMTypeOf(raw) });
        let id = self.function.values.push(Value { def, ty });
        self.handles.push(raw);
        self.function.locations.push(None);
        self.function.names.push(None);
        self.ids.insert(raw, id);
        id
    }

    fn name(&mut self, id: ValueId, raw: LLVMValueRef) {
        self.function.names[id.index()] = Some(name_of(raw)).filter(|name| !name.is_empty());
    }

    /// The id of an operand; constants get theirs when they are first met.
    pub(super) fn value(&mut self, raw: LLVMValueRef) -> ValueId {
        match self.ids.get(&raw) {
            Some(&id) => id,
            None => {
                let def = self.constant(raw);
                let symbolic = def == ValueDef::Constant && self.reader.expose(raw);
                let id = self.add(raw, def);
                if symbolic {
                    self.function.symbolic.insert(id);
                }
                id
            }
        }
    }

    fn constant(&mut self, raw: LLVMValueRef) -> ValueDef {
        if let Some(n) = address::constant(raw) {
            return ValueDef::Integer(n);
        }
        if let Some(&id) = self.reader.globals.get(&raw) {
            return ValueDef::Global(id);
        }
        if let Some(&id) = self.reader.functions.get(&raw) {
            return ValueDef::Function(id);
        }
        // SAFETY: the value is live; the opcode is asked only of constant expressions.
        unsafe {
            if !LLVMIsAConstantPointerNull(raw).is_null() {
                return ValueDef::Null;
            }
            if LLVMIsUndef(raw) != 0 || LLVMIsPoison(raw) != 0 {
                return ValueDef::Undefined;
            }
            if !LLVMIsAConstantExpr(raw).is_null()
                && LLVMGetConstOpcode(raw) == LLVMOpcode::LLVMGetElementPtr
                && let Some(place) = self.place(raw)
            {
                return ValueDef::ConstantAddress(place);
            }
        }
        ValueDef::Constant
    }

    fn place(&mut self, gep: LLVMValueRef) -> Option<crate::Address> {
        let mut operands = Vec::new();
        // SAFETY: a getelementptr's operands are live values.
        unsafe {
            for i in 0..LLVMGetNumOperands(gep) as u32 {
                operands.push(LLVMGetOperand(gep, i));
            }
        }
        let ids: FxHashMap<_, _> = operands
            .into_iter()
            .map(|raw| (raw, self.value(raw)))
            .collect();
        address::lower(self.reader, gep, |raw| ids[&raw])
    }

    /// Reads every instruction's operation.
    fn fill(&mut self) {
        let all: Vec<ValueId> = self
            .function
            .blocks
            .iter()
            .flat_map(|(_, b)| b.instructions.clone())
            .collect();
        for id in all {
            let raw = self.handles[id.index()];
            let op = self.operation(raw);
            self.function.locations[id.index()] = self.reader.locations.of_instruction(raw);
            // Names of others are invented by clang and LLVM.
            if matches!(op, Op::Alloca { .. } | Op::Phi(_)) {
                self.name(id, raw);
            }
            self.function.calls_setjmp |= match &op {
                Op::Call { returns_twice, .. } => *returns_twice,
                // `__builtin_setjmp`: LLVM does not mark it.
                Op::Opaque { name, .. } => name == "llvm.eh.sjlj.setjmp",
                _ => false,
            };
            if let Op::Load { .. } = op
                && let Some(choices) = created_loads::choices(raw)
            {
                self.function.speculated.insert(id, choices);
            }
            if matches!(op, Op::Alloca { .. }) && touched::is_noted(raw) {
                self.function.touched.insert(id);
            }
            if matches!(op, Op::Load { .. }) && created_loads::is_hoisted(raw) {
                self.function.hoisted.insert(id);
            }
            self.record_accesses(raw, id, &op);
            self.note_not_kept(raw, id, &op);
            self.note_computed(raw, id, &op);
            let poison_flags = poison_flags(raw);
            if poison_flags != PoisonFlags::default() {
                self.function.poison_flags.insert(id, poison_flags);
            }
            self.record_pair(raw, id, &op);
            self.function.values[id].def = ValueDef::Instruction(op);
        }
    }

    fn operands(&mut self, raw: LLVMValueRef) -> Vec<ValueId> {
        // SAFETY: the instruction is live and has this many operands; blocks and metadata are no values of ours.
        let raws: Vec<_> = unsafe {
            (0..LLVMGetNumOperands(raw) as u32)
                .map(|i| LLVMGetOperand(raw, i))
                .filter(|o| {
                    !o.is_null()
                        && LLVMValueIsBasicBlock(*o) == 0
                        && type_of(LLVMTypeOf(*o)) != Type::Other
                })
                .collect()
        };
        raws.into_iter().map(|o| self.value(o)).collect()
    }

    fn operation(&mut self, raw: LLVMValueRef) -> Op {
        use LLVMOpcode::*;
        // SAFETY: the instruction is live.
        let opcode = unsafe { LLVMGetInstructionOpcode(raw) };
        let binary = |body: &mut Self, op| match *body.operands(raw) {
            [a, b, ..] => Op::Binary(op, a, b),
            _ => body.opaque(raw, opcode),
        };
        let cast = |body: &mut Self, op| match *body.operands(raw) {
            [a, ..] => Op::Cast(op, a),
            [] => body.opaque(raw, opcode),
        };
        match opcode {
            LLVMAlloca => self.alloca(raw),
            LLVMLoad => match *self.operands(raw) {
                [pointer, ..] => Op::Load {
                    pointer,
                    simple: simple(raw),
                },
                [] => self.opaque(raw, opcode),
            },
            LLVMStore => match *self.operands(raw) {
                [value, pointer, ..] => Op::Store {
                    pointer,
                    value,
                    simple: simple(raw),
                },
                _ => self.opaque(raw, opcode),
            },
            LLVMAtomicRMW | LLVMAtomicCmpXchg => {
                let mut operands = self.operands(raw);
                if operands.is_empty() {
                    return self.opaque(raw, opcode);
                }
                let pointer = operands.remove(0);
                Op::Atomic { pointer, operands }
            }
            LLVMFence => Op::Fence,
            LLVMGetElementPtr => match self.place(raw) {
                Some(place) => Op::Address(place),
                None => Op::Element(self.operands(raw)),
            },
            LLVMAdd => binary(self, BinaryOp::Add),
            LLVMSub => binary(self, BinaryOp::Sub),
            LLVMMul => binary(self, BinaryOp::Mul),
            LLVMUDiv => binary(self, BinaryOp::UDiv),
            LLVMSDiv => binary(self, BinaryOp::SDiv),
            LLVMURem => binary(self, BinaryOp::URem),
            LLVMSRem => binary(self, BinaryOp::SRem),
            LLVMShl => binary(self, BinaryOp::Shl),
            LLVMLShr => binary(self, BinaryOp::LShr),
            LLVMAShr => binary(self, BinaryOp::AShr),
            LLVMAnd => binary(self, BinaryOp::And),
            LLVMOr => binary(self, BinaryOp::Or),
            LLVMXor => binary(self, BinaryOp::Xor),
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => binary(self, BinaryOp::Float),
            LLVMFNeg => match *self.operands(raw) {
                [a, ..] => Op::Negate(a),
                [] => self.opaque(raw, opcode),
            },
            LLVMICmp | LLVMFCmp => match *self.operands(raw) {
                [a, b, ..] => Op::Compare(predicate(raw), a, b),
                _ => self.opaque(raw, opcode),
            },
            LLVMTrunc => cast(self, CastOp::Trunc),
            LLVMZExt => cast(self, CastOp::ZExt),
            LLVMSExt => cast(self, CastOp::SExt),
            LLVMPtrToInt => cast(self, CastOp::PtrToInt),
            LLVMIntToPtr => cast(self, CastOp::IntToPtr),
            LLVMBitCast => cast(self, CastOp::BitCast),
            LLVMAddrSpaceCast => cast(self, CastOp::AddrSpaceCast),
            LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt => {
                cast(self, CastOp::Float)
            }
            LLVMPHI => self.phi(raw),
            LLVMSelect => match *self.operands(raw) {
                [condition, then, otherwise, ..] => Op::Select {
                    condition,
                    then,
                    otherwise,
                },
                _ => self.opaque(raw, opcode),
            },
            LLVMFreeze => match *self.operands(raw) {
                [a, ..] => Op::Freeze(a),
                [] => self.opaque(raw, opcode),
            },
            LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector | LLVMExtractValue
            | LLVMInsertValue => Op::Element(self.operands(raw)),
            LLVMVAArg => match *self.operands(raw) {
                [list, ..] => Op::VaArg(list),
                [] => self.opaque(raw, opcode),
            },
            LLVMCall | LLVMInvoke | LLVMCallBr => self.call(raw),
            LLVMRet => Op::Return(self.operands(raw).first().copied()),
            LLVMBr | LLVMSwitch | LLVMIndirectBr => Op::Branch(self.operands(raw)),
            LLVMResume => match *self.operands(raw) {
                [a, ..] => Op::Resume(a),
                [] => self.opaque(raw, opcode),
            },
            LLVMUnreachable => Op::Unreachable,
            // Receives an exception; what threw it was the call.
            LLVMLandingPad => Op::Inert(self.operands(raw)),
            LLVMCleanupRet | LLVMCatchRet | LLVMCatchPad | LLVMCleanupPad | LLVMCatchSwitch
            | LLVMUserOp1 | LLVMUserOp2 => self.opaque(raw, opcode),
        }
    }

    fn opaque(&mut self, raw: LLVMValueRef, opcode: LLVMOpcode) -> Op {
        Op::Opaque {
            name: format!("{opcode:?}"),
            operands: self.operands(raw),
        }
    }

    fn alloca(&mut self, raw: LLVMValueRef) -> Op {
        // SAFETY: `raw` is a live alloca; its only operand is the element count.
        let (ty, count, align, entry, space) = unsafe {
            (
                LLVMGetAllocatedType(raw),
                LLVMGetOperand(raw, 0),
                u64::from(LLVMGetAlignment(raw)),
                LLVMGetInstructionParent(raw) == LLVMGetEntryBasicBlock(self.raw),
                LLVMGetPointerAddressSpace(LLVMTypeOf(raw)),
            )
        };
        let count = self.value(count);
        let Some(element) = self.reader.alloc_size(ty).filter(|_| space == 0) else {
            return self.opaque(raw, LLVMOpcode::LLVMAlloca);
        };
        let bytes = self
            .function
            .integer(count)
            .and_then(|n| u64::try_from(n).ok())
            .and_then(|n| n.checked_mul(element));
        Op::Alloca {
            bytes,
            count,
            element,
            align,
            fixed: entry && bytes.is_some(),
        }
    }

    fn phi(&mut self, raw: LLVMValueRef) -> Op {
        // SAFETY: `raw` is a live phi with this many edges.
        let edges: Vec<_> = unsafe {
            (0..LLVMCountIncoming(raw))
                .map(|i| (LLVMGetIncomingBlock(raw, i), LLVMGetIncomingValue(raw, i)))
                .collect()
        };
        Op::Phi(
            edges
                .into_iter()
                .map(|(block, value)| (self.blocks[&block], self.value(value)))
                .collect(),
        )
    }

    /// Reads the edges between blocks.
    fn connect(&mut self) {
        for block in blocks_of(self.raw) {
            let id = self.blocks[&block];
            // SAFETY: every block of a well-formed function ends in a terminator.
            let successors: Vec<_> = unsafe {
                let terminator = LLVMGetBasicBlockTerminator(block);
                if terminator.is_null() {
                    continue;
                }
                (0..LLVMGetNumSuccessors(terminator))
                    .map(|i| LLVMGetSuccessor(terminator, i))
                    .collect()
            };
            for successor in successors {
                let successor = self.blocks[&successor];
                self.function.blocks[id].successors.push(successor);
                self.function.blocks[successor].predecessors.push(id);
            }
        }
    }
}

/// Whether a load or store is neither volatile nor atomic.
fn simple(raw: LLVMValueRef) -> bool {
    // SAFETY: callers pass loads and stores.
    unsafe { LLVMGetVolatile(raw) == 0 && !atomic(raw) }
}

/// How a comparison compares.
fn predicate(raw: LLVMValueRef) -> Predicate {
    use inkwell::llvm_sys::LLVMIntPredicate::*;
    // SAFETY: callers pass comparisons; only one of integers is asked for its predicate.
    let predicate = unsafe {
        if LLVMGetInstructionOpcode(raw) != LLVMOpcode::LLVMICmp {
            return Predicate::Float;
        }
        LLVMGetICmpPredicate(raw)
    };
    match predicate {
        LLVMIntEQ => Predicate::Eq,
        LLVMIntNE => Predicate::Ne,
        LLVMIntUGT => Predicate::UGt,
        LLVMIntUGE => Predicate::UGe,
        LLVMIntULT => Predicate::ULt,
        LLVMIntULE => Predicate::ULe,
        LLVMIntSGT => Predicate::SGt,
        LLVMIntSGE => Predicate::SGe,
        LLVMIntSLT => Predicate::SLt,
        LLVMIntSLE => Predicate::SLe,
    }
}

/// The poison-generating flags of an instruction.
fn poison_flags(raw: LLVMValueRef) -> PoisonFlags {
    use LLVMOpcode::*;
    let mut poison_flags = PoisonFlags::default();
    // SAFETY: each question is asked only of the opcodes that have the flag.
    unsafe {
        match LLVMGetInstructionOpcode(raw) {
            LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMTrunc => {
                poison_flags.no_signed_wrap = LLVMGetNSW(raw) != 0;
                poison_flags.no_unsigned_wrap = LLVMGetNUW(raw) != 0;
            }
            LLVMUDiv | LLVMSDiv | LLVMLShr | LLVMAShr => {
                poison_flags.exact = LLVMGetExact(raw) != 0
            }
            LLVMOr => poison_flags.disjoint = LLVMGetIsDisjoint(raw) != 0,
            LLVMZExt | LLVMUIToFP => poison_flags.not_negative = LLVMGetNNeg(raw) != 0,
            // The others have no such flag, or yield no integer.
            _ => {}
        }
    }
    poison_flags
}
