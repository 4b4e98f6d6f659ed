//! The operations of the analysis IR.

use std::sync::Arc;

use crate::{
    Address, AtomicOp, BlockId, ElementOp, FloatCast, FloatOp, FloatPredicate, FuncId, Mode, Model,
    Ordering, Signature, ValueId,
};

/// Two-operand arithmetic.
#[allow(missing_docs)] // LLVM's names, LLVM's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    SMin,
    SMax,
    UMin,
    UMax,
    /// On floating-point numbers.
    Float(FloatOp),
}

/// How a comparison compares.
#[allow(missing_docs)] // LLVM's names, LLVM's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Predicate {
    Eq,
    Ne,
    ULt,
    ULe,
    UGt,
    UGe,
    SLt,
    SLe,
    SGt,
    SGe,
    /// Of floating-point numbers.
    Float(FloatPredicate),
}

/// Poison-generating flags. If the operands violate a flag, the result is poison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoisonFlags {
    /// The result, read with signs, is what the operation has in the integers (`nsw`).
    pub no_signed_wrap: bool,
    /// The same without signs (`nuw`).
    pub no_unsigned_wrap: bool,
    /// Nothing is lost in a division or shift (`exact`).
    pub exact: bool,
    /// No bit is set in both operands (`disjoint`).
    pub disjoint: bool,
    /// The operand is not negative (`nneg`).
    pub not_negative: bool,
}

/// Conversions.
#[allow(missing_docs)] // LLVM's names, LLVM's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    PtrToInt,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
    /// From or to floating point.
    Float(FloatCast),
}

/// Bulk operations on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryIntrinsic {
    /// Copy of disjoint (or equal) ranges.
    Copy,
    /// Copy of ranges that may overlap.
    Move,
    /// Fill.
    Set,
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function of this module, defined or declared.
    Direct(FuncId),
    /// Whatever this pointer points to.
    Indirect(ValueId),
    /// Inline assembly.
    Assembly(Box<Assembly>),
}

/// Inline assembly, as the front end wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembly {
    /// Instructions, with `$0` and the like for operands.
    pub text: String,
    /// Constraints of operands, and clobbers, separated by commas.
    pub constraints: String,
    /// It does more than its results show (`volatile`).
    pub side_effects: bool,
    /// Intel's syntax, not AT&T's.
    pub intel: bool,
}

/// What an instruction does. LLVM's instruction set as far as C needs it; the rest is [`Op::Opaque`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// A stack object.
    Alloca {
        /// Size in bytes; `None` where it is computed.
        bytes: Option<u64>,
        /// Number of elements.
        count: ValueId,
        /// Bytes of one element.
        element: u64,
        /// Alignment in bytes.
        align: u64,
        /// Lies in the entry block with a constant size: part of the fixed frame.
        fixed: bool,
    },
    /// Reads memory; see the function's accesses.
    Load {
        /// Address.
        pointer: ValueId,
        /// How.
        mode: Mode,
    },
    /// Writes memory; see the function's accesses.
    Store {
        /// Address.
        pointer: ValueId,
        /// What is written.
        value: ValueId,
        /// How.
        mode: Mode,
    },
    /// Atomic read-modify-write or compare-exchange.
    Atomic {
        /// Address.
        pointer: ValueId,
        /// What it writes.
        operation: AtomicOp,
        /// Other operands.
        operands: Vec<ValueId>,
        /// How.
        mode: Mode,
    },
    /// Orders memory operations.
    Fence(Ordering),
    /// Address arithmetic.
    Address(Address),
    /// Two-operand arithmetic.
    Binary(BinaryOp, ValueId, ValueId),
    /// Floating-point negation.
    Negate(ValueId),
    /// Comparison of integers, pointers or floating-point numbers.
    Compare(Predicate, ValueId, ValueId),
    /// Conversion.
    Cast(CastOp, ValueId),
    /// Picks a value by the edge taken.
    Phi(Vec<(BlockId, ValueId)>),
    /// Picks a value by a condition.
    Select {
        /// Condition.
        condition: ValueId,
        /// Where it holds.
        then: ValueId,
        /// Where it does not.
        otherwise: ValueId,
    },
    /// Makes an arbitrary but fixed value of poison or undef.
    Freeze(ValueId),
    /// Takes an element out of a vector or aggregate, puts one in, or shuffles.
    Element(ElementOp, Vec<ValueId>),
    /// `va_arg`: reads through a `va_list`.
    VaArg(ValueId),
    /// memcpy, memmove, memset.
    Memory(MemoryIntrinsic, Vec<ValueId>),
    /// The object's scope begins: its content is undefined, its memory usable.
    ScopeBegin(ValueId),
    /// The object's scope ends.
    ScopeEnd(ValueId),
    /// Gives dynamic stack objects back down to a saved stack pointer.
    StackRestore(ValueId),
    /// An intrinsic without effect on any object's lifetime (debug information, assumptions, arithmetic), by its name with `llvm.` and types.
    Inert(Arc<str>, Vec<ValueId>),
    /// Receives an exception; what threw it was the call whose unwind edge leads here.
    LandingPad {
        /// Runs whatever the exception's type.
        cleanup: bool,
        /// Types that are caught here, and lists of those that may pass.
        clauses: Vec<ValueId>,
    },
    /// A call, also one that may unwind (then it ends its block).
    Call {
        /// What is called.
        callee: Callee,
        /// Arguments.
        arguments: Vec<ValueId>,
        /// What is known of a library function.
        model: Model,
        /// Never returns.
        noreturn: bool,
        /// May return twice (setjmp).
        returns_twice: bool,
        /// Must stay directly before its return.
        must_tail: bool,
        /// Types, as the caller has them.
        signature: Arc<Signature>,
        /// Where an exception goes on, of a call that ends its block. The normal way is the other successor.
        unwind: Option<BlockId>,
    },
    /// Leaves the function.
    Return(Option<ValueId>),
    /// Goes on elsewhere; the block's successors say where. A condition stands alone, its successors are those for true and
    /// false. The operands of a switch are its value, then its cases; its default successor comes before those of the cases.
    Branch(Vec<ValueId>),
    /// Passes an exception on to the caller.
    Resume(ValueId),
    /// Never reached.
    Unreachable,
    /// Anything else. May do anything.
    Opaque {
        /// LLVM's opcode, for dumps.
        name: String,
        /// Operands.
        operands: Vec<ValueId>,
    },
}

impl Op {
    /// Calls `visit` with each operand that is a value of the function.
    pub fn operands(&self, mut visit: impl FnMut(ValueId)) {
        match self {
            Op::Alloca { count, .. } => visit(*count),
            Op::Load { pointer, .. } => visit(*pointer),
            Op::Store { pointer, value, .. } => {
                visit(*pointer);
                visit(*value);
            }
            Op::Atomic {
                pointer, operands, ..
            } => {
                visit(*pointer);
                operands.iter().for_each(|v| visit(*v));
            }
            Op::Fence(_) | Op::Unreachable => {}
            Op::Address(place) => {
                visit(place.base);
                place.terms.iter().for_each(|t| visit(t.index));
            }
            Op::Binary(_, a, b) | Op::Compare(_, a, b) => {
                visit(*a);
                visit(*b);
            }
            Op::Negate(a)
            | Op::Cast(_, a)
            | Op::Freeze(a)
            | Op::VaArg(a)
            | Op::ScopeBegin(a)
            | Op::ScopeEnd(a)
            | Op::StackRestore(a)
            | Op::Resume(a) => visit(*a),
            Op::Phi(edges) => edges.iter().for_each(|(_, v)| visit(*v)),
            Op::Select {
                condition,
                then,
                otherwise,
            } => {
                visit(*condition);
                visit(*then);
                visit(*otherwise);
            }
            Op::Element(_, all)
            | Op::Memory(_, all)
            | Op::Inert(_, all)
            | Op::LandingPad { clauses: all, .. }
            | Op::Branch(all)
            | Op::Opaque { operands: all, .. } => all.iter().for_each(|v| visit(*v)),
            Op::Call {
                callee, arguments, ..
            } => {
                if let Callee::Indirect(pointer) = callee {
                    visit(*pointer);
                }
                arguments.iter().for_each(|v| visit(*v));
            }
            Op::Return(value) => value.iter().for_each(|v| visit(*v)),
        }
    }
}
