//! Imports function bodies: an operation for each instruction.

use super::types::simple_type_of;
use super::{Reader, address, atomics, name_of};
use crate::llvm::{created_loads, touched};
use crate::{
    BinaryOp, Block, BlockId, CastOp, ElementOp, FloatCast, FloatOp, FloatPredicate, Function, Id,
    Op, Predicate, Type, Value, ValueDef, ValueId,
};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMRealPredicate};
use rustc_hash::FxHashMap;

/// State while reading one function.
pub(super) struct Body<'r> {
    pub(super) reader: &'r mut Reader,
    pub(super) raw: LLVMValueRef,
    pub(super) function: Function,
    handles: Vec<LLVMValueRef>,
    ids: FxHashMap<LLVMValueRef, ValueId>,
    pub(super) blocks: FxHashMap<LLVMBasicBlockRef, BlockId>,
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
    body.function.leave_out_unevaluated();
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
        let ty = self.reader.type_of(unsafe { LLVMTypeOf(raw) });
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
                let symbolic = matches!(def, ValueDef::Constant(_)) && self.reader.expose(raw);
                let is_address = matches!(def, ValueDef::ConstantAddress(_));
                let id = self.add(raw, def);
                if is_address && let Some(path) = self.path(raw) {
                    self.function.paths.insert(id, path);
                }
                if symbolic {
                    self.function.symbolic.insert(id);
                }
                id
            }
        }
    }

    pub(super) fn place(&mut self, gep: LLVMValueRef) -> Option<crate::Address> {
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
            self.note_flags(raw, id);
            self.note_path(raw, id);
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
                        && simple_type_of(LLVMTypeOf(*o)) != Some(Type::Other)
                })
                .collect()
        };
        raws.into_iter().map(|o| self.value(o)).collect()
    }

    fn operation(&mut self, raw: LLVMValueRef) -> Op {
        use LLVMOpcode::*;
        // SAFETY: the instruction is live.
        let opcode = unsafe { LLVMGetInstructionOpcode(raw) };
        if let Some(op) = self.plain_operation(raw, opcode) {
            return op;
        }
        match opcode {
            LLVMAlloca => self.alloca(raw),
            LLVMLoad => match *self.operands(raw) {
                [pointer, ..] => Op::Load {
                    pointer,
                    mode: atomics::mode(raw),
                },
                [] => self.opaque(raw, opcode),
            },
            LLVMStore => match *self.operands(raw) {
                [value, pointer, ..] => Op::Store {
                    pointer,
                    value,
                    mode: atomics::mode(raw),
                },
                _ => self.opaque(raw, opcode),
            },
            LLVMAtomicRMW | LLVMAtomicCmpXchg => {
                let mut operands = self.operands(raw);
                if operands.is_empty() {
                    return self.opaque(raw, opcode);
                }
                let pointer = operands.remove(0);
                Op::Atomic {
                    pointer,
                    operation: atomics::operation(raw),
                    operands,
                    mode: atomics::mode(raw),
                }
            }
            // SAFETY: a fence has an ordering.
            LLVMFence => Op::Fence(atomics::ordering(unsafe { LLVMGetOrdering(raw) })),
            LLVMPHI => self.phi(raw),
            LLVMFreeze => match *self.operands(raw) {
                [a, ..] => Op::Freeze(a),
                [] => self.opaque(raw, opcode),
            },
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
            LLVMLandingPad => Op::LandingPad {
                // SAFETY: it is a landing pad.
                cleanup: unsafe { LLVMIsCleanup(raw) } != 0,
                clauses: self.operands(raw),
            },
            _ => self.opaque(raw, opcode),
        }
    }

    /// An operation without effects, of an instruction or a constant expression; `None` for other opcodes.
    pub(super) fn plain_operation(&mut self, raw: LLVMValueRef, opcode: LLVMOpcode) -> Option<Op> {
        use LLVMOpcode::*;
        let binary = match opcode {
            LLVMAdd => Some(BinaryOp::Add),
            LLVMSub => Some(BinaryOp::Sub),
            LLVMMul => Some(BinaryOp::Mul),
            LLVMUDiv => Some(BinaryOp::UDiv),
            LLVMSDiv => Some(BinaryOp::SDiv),
            LLVMURem => Some(BinaryOp::URem),
            LLVMSRem => Some(BinaryOp::SRem),
            LLVMShl => Some(BinaryOp::Shl),
            LLVMLShr => Some(BinaryOp::LShr),
            LLVMAShr => Some(BinaryOp::AShr),
            LLVMAnd => Some(BinaryOp::And),
            LLVMOr => Some(BinaryOp::Or),
            LLVMXor => Some(BinaryOp::Xor),
            LLVMFAdd => Some(BinaryOp::Float(FloatOp::Add)),
            LLVMFSub => Some(BinaryOp::Float(FloatOp::Sub)),
            LLVMFMul => Some(BinaryOp::Float(FloatOp::Mul)),
            LLVMFDiv => Some(BinaryOp::Float(FloatOp::Div)),
            LLVMFRem => Some(BinaryOp::Float(FloatOp::Rem)),
            _ => None,
        };
        let cast = match opcode {
            LLVMTrunc => Some(CastOp::Trunc),
            LLVMZExt => Some(CastOp::ZExt),
            LLVMSExt => Some(CastOp::SExt),
            LLVMPtrToInt => Some(CastOp::PtrToInt),
            LLVMIntToPtr => Some(CastOp::IntToPtr),
            LLVMBitCast => Some(CastOp::BitCast),
            LLVMAddrSpaceCast => Some(CastOp::AddrSpaceCast),
            LLVMFPToUI => Some(CastOp::Float(FloatCast::ToUnsigned)),
            LLVMFPToSI => Some(CastOp::Float(FloatCast::ToSigned)),
            LLVMUIToFP => Some(CastOp::Float(FloatCast::FromUnsigned)),
            LLVMSIToFP => Some(CastOp::Float(FloatCast::FromSigned)),
            LLVMFPTrunc => Some(CastOp::Float(FloatCast::Truncate)),
            LLVMFPExt => Some(CastOp::Float(FloatCast::Extend)),
            _ => None,
        };
        Some(if let Some(op) = binary {
            match *self.operands(raw) {
                [a, b, ..] => Op::Binary(op, a, b),
                _ => self.opaque(raw, opcode),
            }
        } else if let Some(op) = cast {
            match *self.operands(raw) {
                [a, ..] => Op::Cast(op, a),
                [] => self.opaque(raw, opcode),
            }
        } else {
            match opcode {
                LLVMGetElementPtr => match self.place(raw) {
                    Some(place) => Op::Address(place),
                    None => self.addresses(raw),
                },
                LLVMFNeg => match *self.operands(raw) {
                    [a, ..] => Op::Negate(a),
                    [] => self.opaque(raw, opcode),
                },
                LLVMICmp | LLVMFCmp => match *self.operands(raw) {
                    [a, b, ..] => Op::Compare(predicate(raw), a, b),
                    _ => self.opaque(raw, opcode),
                },
                LLVMSelect => match *self.operands(raw) {
                    [condition, then, otherwise, ..] => Op::Select {
                        condition,
                        then,
                        otherwise,
                    },
                    _ => self.opaque(raw, opcode),
                },
                LLVMExtractElement => Op::Element(ElementOp::ExtractElement, self.operands(raw)),
                LLVMInsertElement => Op::Element(ElementOp::InsertElement, self.operands(raw)),
                LLVMShuffleVector => Op::Element(shuffle(raw), self.operands(raw)),
                LLVMExtractValue => {
                    Op::Element(ElementOp::ExtractValue(path(raw)), self.operands(raw))
                }
                LLVMInsertValue => {
                    Op::Element(ElementOp::InsertValue(path(raw)), self.operands(raw))
                }
                _ => return None,
            }
        })
    }

    /// A `getelementptr` that yields a vector of addresses, or steps over types without a constant size.
    fn addresses(&mut self, raw: LLVMValueRef) -> Op {
        let operands = self.operands(raw);
        Op::Element(address::steps(self.reader, raw), operands)
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

/// How a comparison compares.
fn predicate(raw: LLVMValueRef) -> Predicate {
    use inkwell::llvm_sys::LLVMIntPredicate::*;
    // SAFETY: callers pass comparisons, instructions all of them; each kind is asked for its own predicate.
    let predicate = unsafe {
        if LLVMGetInstructionOpcode(raw) != LLVMOpcode::LLVMICmp {
            return Predicate::Float(float_predicate(LLVMGetFCmpPredicate(raw)));
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

/// How a comparison of floating-point numbers compares.
fn float_predicate(predicate: LLVMRealPredicate) -> FloatPredicate {
    use LLVMRealPredicate::*;
    match predicate {
        LLVMRealPredicateFalse => FloatPredicate::False,
        LLVMRealOEQ => FloatPredicate::OEq,
        LLVMRealOGT => FloatPredicate::OGt,
        LLVMRealOGE => FloatPredicate::OGe,
        LLVMRealOLT => FloatPredicate::OLt,
        LLVMRealOLE => FloatPredicate::OLe,
        LLVMRealONE => FloatPredicate::ONe,
        LLVMRealORD => FloatPredicate::Ordered,
        LLVMRealUNO => FloatPredicate::Unordered,
        LLVMRealUEQ => FloatPredicate::UEq,
        LLVMRealUGT => FloatPredicate::UGt,
        LLVMRealUGE => FloatPredicate::UGe,
        LLVMRealULT => FloatPredicate::ULt,
        LLVMRealULE => FloatPredicate::ULe,
        LLVMRealUNE => FloatPredicate::UNe,
        LLVMRealPredicateTrue => FloatPredicate::True,
    }
}

/// The path of an `extractvalue` or `insertvalue`.
fn path(raw: LLVMValueRef) -> Box<[u32]> {
    // SAFETY: callers pass one of these; LLVM says how many indices it has.
    unsafe {
        let count = LLVMGetNumIndices(raw) as usize;
        std::slice::from_raw_parts(LLVMGetIndices(raw), count).into()
    }
}

/// Which lanes a `shufflevector` takes.
fn shuffle(raw: LLVMValueRef) -> ElementOp {
    // SAFETY: callers pass one; its mask has this many elements.
    let lanes = unsafe {
        let none = LLVMGetUndefMaskElem();
        (0..LLVMGetNumMaskElements(raw))
            .map(|i| LLVMGetMaskValue(raw, i))
            .map(|lane| (lane != none).then_some(lane as u32))
            .collect()
    };
    ElementOp::Shuffle(lanes)
}
