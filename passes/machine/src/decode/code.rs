//! Functions as the machine runs them: a list of instructions with numbered registers.

use super::processor::{Answer, Question};
use crate::concrete::{Numeric, Value};
use crate::memory::{Member, Reach};
use sanecc_ir::{
    AtomicOp, BinaryOp, BlockId, CastOp, ElementOp, FloatCast, FloatFormat, FloatOp,
    FloatPredicate, FuncId, GlobalId, PairKind, Predicate, Type, ValueId,
};
use std::sync::Arc;

/// A register of a frame, or a constant of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand(i32);

impl Operand {
    /// The register of this number.
    pub(super) fn register(number: u32) -> Self {
        Operand(number as i32)
    }

    /// The constant of this number.
    pub(super) fn constant(number: usize) -> Self {
        Operand(!(number as i32))
    }

    /// The register, or else the constant.
    #[inline]
    pub(crate) fn place(self) -> Result<usize, usize> {
        match self.0 >= 0 {
            true => Ok(self.0 as usize),
            false => Err(!self.0 as usize),
        }
    }
}

/// The register that an instruction writes.
pub type Register = u32;

/// A way from one block to another: values of phis, then the block's first instruction.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where to go on.
    pub target: u32,
    /// The block that is there.
    pub block: BlockId,
    /// What the phis get, all at once.
    pub moves: Box<[(Register, Operand)]>,
    /// It is one of those by which the length of a run is measured: however a function is decoded, the same are.
    pub counts: bool,
}

/// The number of an edge of a function.
pub type EdgeId = u32;

/// An instruction.
#[derive(Clone, Debug)]
pub enum Inst {
    /// Copies a value: also a load or store of a variable that is kept in a register.
    Move(Register, Operand),
    /// Takes the value from a register.
    Forget(Register),
    /// Integer arithmetic of up to 128 bits.
    Binary(BinaryOp, u8, Register, [Operand; 2]),
    /// The most frequent of it has instructions of its own: the loop of steps asks once what to do.
    Add(u8, Register, [Operand; 2]),
    /// As [`Inst::Add`].
    Sub(u8, Register, [Operand; 2]),
    /// As [`Inst::Add`].
    Mul(u8, Register, [Operand; 2]),
    /// As [`Inst::Add`].
    And(u8, Register, [Operand; 2]),
    /// As [`Inst::Add`].
    Or(u8, Register, [Operand; 2]),
    /// As [`Inst::Add`].
    Xor(u8, Register, [Operand; 2]),
    /// As [`Inst::Add`].
    Shl(u8, Register, [Operand; 2]),
    /// As [`Inst::Add`].
    LShr(u8, Register, [Operand; 2]),
    /// Comparison of integers or addresses of up to 128 bits.
    Compare(Predicate, u8, Register, [Operand; 2]),
    /// Conversion among integers and addresses of up to 128 bits.
    Cast(CastOp, u8, u8, Register, Operand),
    /// Floating-point arithmetic.
    Float(FloatOp, FloatFormat, Register, [Operand; 2]),
    /// Comparison of floating-point numbers.
    FloatCompare(FloatPredicate, FloatFormat, Register, [Operand; 2]),
    /// An address at a constant distance.
    Address(Register, Operand, i64, Reach),
    /// Holds an address to the member of this number.
    Narrow(Register, u32),
    /// An address at a constant distance and an index of so many bits times a step.
    Indexed(Register, Operand, Operand, u8, i32, i64),
    /// Reads an integer, number or address of up to 8 bytes.
    Load(Register, Operand, Loaded),
    /// Writes one: address, value, bytes.
    Store(Operand, Operand, u8),
    /// Reads one at a constant distance: address, distance and reach as [`Inst::Address`].
    LoadAt(Register, Operand, i64, Reach, Loaded),
    /// Reads one at an index: as [`Inst::Indexed`] and [`Inst::Load`].
    LoadIndexed(Register, Operand, Operand, u8, i32, i64, Loaded),
    /// Writes one at a constant distance: address, distance and reach as [`Inst::Address`], value, bytes.
    StoreAt(Operand, i64, Reach, Operand, u8),
    /// Writes one at an index: as [`Inst::Indexed`], then value and bytes.
    StoreIndexed(Operand, Operand, u8, i32, i64, Operand, u8),
    /// Makes a stack object of constant size.
    Alloca(Register, u32),
    /// Goes on elsewhere.
    Jump(EdgeId),
    /// Goes to the first where the condition holds, else to the second.
    Branch(Operand, EdgeId, EdgeId),
    /// Goes to the first where a comparison holds, else to the second.
    BranchIf(Predicate, u8, [Operand; 2], EdgeId, EdgeId),
    /// Another thread may run.
    Turn,
    /// Returns from the function.
    Return(Option<Operand>),
    /// Calls a function of the program whose types fit.
    Call(Box<Call>),
    /// Anything that is less frequent.
    Rare(Box<Rare>),
}

/// What a load reads, and makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Bytes.
    pub bytes: u8,
    /// Bits of them that count.
    pub bits: u8,
    /// Bits that an integer is made as wide as, up to 64; the same, if it stays as it is.
    pub wide: u8,
    /// The new bits are copies of its sign.
    pub signed: bool,
}

impl Loaded {
    /// All that the bytes hold.
    pub(crate) fn plain(bytes: u8, bits: u8) -> Self {
        Self {
            bytes,
            bits,
            wide: bits,
            signed: false,
        }
    }

    /// The conversion of what was read, and the bits before and after it.
    pub(crate) fn cast(self) -> Option<(CastOp, [u32; 2])> {
        let op = match self.signed {
            true => CastOp::SExt,
            false => CastOp::ZExt,
        };
        let bits = [u32::from(self.bits), u32::from(self.wide)];
        (self.wide != self.bits).then_some((op, bits))
    }
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called.
    pub target: Target,
    /// Register for the result.
    pub result: Register,
    /// Arguments.
    pub arguments: Box<[Operand]>,
    /// Types of the arguments, as the caller has them.
    pub types: Box<[Type]>,
    /// Type of the result, as the caller has it.
    pub result_type: Type,
    /// Arguments that are copied for the callee: number, bytes, alignment.
    pub copied: Box<[(u32, u64, u64)]>,
    /// Where to go on after it, of a call that ends its block.
    pub normal: Option<EdgeId>,
    /// Where an exception goes on, and the block that this is.
    pub unwind: Option<(EdgeId, BlockId)>,
}

/// What a call calls.
#[derive(Clone, Debug)]
pub enum Target {
    /// A function that is defined here.
    Direct(FuncId),
    /// A function of the library, by its number in the table.
    Library(usize),
    /// A function that nobody has.
    Unknown(FuncId),
    /// What an address points to.
    Indirect(Operand),
}

/// Less frequent instructions.
#[derive(Clone, Debug)]
pub enum Rare {
    /// An operation on the lanes of vectors, one by one.
    Lanewise {
        /// Register for the result.
        to: Register,
        /// Lanes.
        lanes: u32,
        /// The operation on one lane.
        op: LaneOp,
        /// Vectors, or values that all lanes share.
        operands: Vec<Operand>,
    },
    /// Arithmetic of integers of so many bits, more than 128.
    Binary(BinaryOp, u32, Register, [Operand; 2]),
    /// Comparison of such integers.
    Compare(Predicate, u32, Register, [Operand; 2]),
    /// Conversion from or to such an integer, from so many bits to so many.
    Cast(CastOp, [u32; 2], Register, Operand),
    /// A conversion from or to floating point.
    FloatCast(Register, FloatCast, Numeric, Numeric, Operand),
    /// A floating-point number with its sign turned.
    Negate(Register, FloatFormat, Operand),
    /// An address with several indices: each with its bits and step.
    Address {
        /// Register for the result.
        to: Register,
        /// Where it starts.
        base: Operand,
        /// Indices, their bits, steps in bytes.
        terms: Vec<(Operand, u8, i64)>,
        /// Constant distance in bytes.
        offset: i64,
    },
    /// The same bits as another type.
    Reinterpret(Register, Type, Type, Operand),
    /// Picks a value.
    Select(Register, [Operand; 3]),
    /// Makes some value of none.
    Freeze(Register, Type, Operand),
    /// Reads a value of any type.
    Load(Register, Operand, Type),
    /// Writes a value of any type: address, value.
    Store(Operand, Operand, Type),
    /// Makes a stack object of computed size: elements, bits of their number, bytes of an element.
    Alloca(Register, Operand, u64, u64),
    /// Takes parts out of vectors and aggregates, or puts them in.
    Element(Register, Type, ElementOp, Vec<Operand>),
    /// Reads, changes and writes memory.
    Atomic(Register, AtomicOp, Type, Operand, Vec<Operand>),
    /// Copies or moves: to, from, bytes, whether ranges may overlap.
    Copy(Operand, Operand, Operand, bool),
    /// Fills: to, byte, bytes.
    Fill(Operand, Operand, Operand),
    /// The scope of a stack object begins or ends (the last).
    Scope(Operand, bool),
    /// A switch: its value, the default edge, values with their edges.
    Switch(Operand, EdgeId, Vec<(u64, EdgeId)>),
    /// Goes to a label whose address is known.
    Indirect(Operand, Vec<(u32, EdgeId)>),
    /// An intrinsic, by its name without `llvm.` and types.
    Intrinsic(Register, Arc<str>, Type, Vec<Operand>, Vec<Type>),
    /// Shows a watcher, by this number, these values.
    Watch(usize, Vec<Operand>),
    /// The results of assembly without instructions: what each is tied to.
    Tied(Register, Vec<Option<Operand>>),
    /// Asks the processor: what, the register of each result, leaf and part.
    Question(Register, Question, Vec<Answer>, [Option<Operand>; 2]),
    /// Where the running thread has a thread-local variable.
    ThreadLocal(Register, GlobalId),
    /// Receives an exception.
    LandingPad(Register),
    /// Passes an exception on.
    Resume(Operand),
    /// Inline assembly that does nothing at run time but keep its operands.
    Barrier,
    /// Never reached.
    Unreachable,
    /// Bytes are about to be read as the type of this access, or were just stored as it (the last).
    Typed(Operand, u8, ValueId, bool),
    /// A branch of a check that clang has made: as a branch, and to the last where the condition has no value. A check uses no value of the program.
    Promise(Operand, EdgeId, EdgeId, EdgeId),
    /// Two pointers that must point into one object.
    Pair(PairKind, [Operand; 2]),
    /// Lets a pointer that was made of a number go anywhere in its object.
    Widen(Register),
    /// What the machine does not have; the text says what.
    Unsupported(String),
}

/// An operation on one lane.
#[derive(Clone, Copy, Debug)]
pub enum LaneOp {
    /// Integer arithmetic.
    Binary(BinaryOp, u8),
    /// Comparison of integers or addresses.
    Compare(Predicate, u8),
    /// Conversion among integers and addresses.
    Cast(CastOp, u8, u8),
    /// Floating-point arithmetic.
    Float(FloatOp, FloatFormat),
    /// Comparison of floating-point numbers.
    FloatCompare(FloatPredicate, FloatFormat),
    /// A conversion from or to floating point.
    FloatCast(FloatCast, Numeric, Numeric),
    /// The sign is turned.
    Negate(FloatFormat),
    /// One of two by a bit.
    Select,
}

/// A stack object of constant size.
#[derive(Clone, Copy, Debug)]
pub struct StackObject {
    /// Its instruction.
    pub alloca: ValueId,
    /// Bytes.
    pub bytes: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// A constant that is an address in an array of a structure.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// Its number.
    pub constant: usize,
    /// Bytes from the start of the array.
    pub distance: i64,
    /// The array.
    pub member: Member,
}

/// A value that is needed in one block only.
#[derive(Clone, Copy, Debug)]
pub struct Temporary {
    /// Its register.
    pub register: Register,
    /// The first instruction that may read it.
    pub from: u32,
    /// The last one.
    pub last: u32,
}

/// A function, ready to run.
#[derive(Clone, Debug)]
pub struct Code<V = Value> {
    /// Which one.
    pub function: FuncId,
    /// Instructions of all blocks.
    pub instructions: Vec<Inst>,
    /// The instruction of the analysis IR behind each.
    pub places: Vec<ValueId>,
    /// Ways between blocks.
    pub edges: Vec<Edge>,
    /// Constants.
    pub constants: Vec<V>,
    /// Constants that are held to arrays.
    pub held: Vec<Held>,
    /// Arrays of structures that addresses are held to.
    pub members: Vec<Member>,
    /// Registers that are read in one block only: before and after, what they hold is nobody's.
    pub temporaries: Vec<Temporary>,
    /// Stack objects.
    pub objects: Vec<StackObject>,
    /// How many registers a frame has; the first are the parameters, then come variables.
    pub registers: u32,
    /// How many parameters there are.
    pub parameters: u32,
    /// How many stack objects are registers.
    pub variables: u32,
    /// Parameters that point to a copy that the caller makes: number, bytes, alignment.
    pub by_value: Vec<(u32, u64, u64)>,
    /// It takes further arguments.
    pub variadic: bool,
    /// Bits of an address.
    pub pointer_bits: u32,
    /// It only computes: no calls, branches, stores or stack objects.
    pub is_leaf: bool,
}

impl Inst {
    /// Integer arithmetic, whichever instruction it is: what, bits, where to, operands.
    #[inline]
    pub(crate) fn arithmetic(&self) -> Option<(BinaryOp, u8, Register, [Operand; 2])> {
        Some(match *self {
            Inst::Binary(op, bits, to, sides) => (op, bits, to, sides),
            Inst::Add(bits, to, sides) => (BinaryOp::Add, bits, to, sides),
            Inst::Sub(bits, to, sides) => (BinaryOp::Sub, bits, to, sides),
            Inst::Mul(bits, to, sides) => (BinaryOp::Mul, bits, to, sides),
            Inst::And(bits, to, sides) => (BinaryOp::And, bits, to, sides),
            Inst::Or(bits, to, sides) => (BinaryOp::Or, bits, to, sides),
            Inst::Xor(bits, to, sides) => (BinaryOp::Xor, bits, to, sides),
            Inst::Shl(bits, to, sides) => (BinaryOp::Shl, bits, to, sides),
            Inst::LShr(bits, to, sides) => (BinaryOp::LShr, bits, to, sides),
            _ => return None,
        })
    }

    /// Integer arithmetic as an instruction of its own, if it has one.
    pub(crate) fn frequent(self) -> Self {
        match self {
            Inst::Binary(BinaryOp::Add, bits, to, sides) => Inst::Add(bits, to, sides),
            Inst::Binary(BinaryOp::Sub, bits, to, sides) => Inst::Sub(bits, to, sides),
            Inst::Binary(BinaryOp::Mul, bits, to, sides) => Inst::Mul(bits, to, sides),
            Inst::Binary(BinaryOp::And, bits, to, sides) => Inst::And(bits, to, sides),
            Inst::Binary(BinaryOp::Or, bits, to, sides) => Inst::Or(bits, to, sides),
            Inst::Binary(BinaryOp::Xor, bits, to, sides) => Inst::Xor(bits, to, sides),
            Inst::Binary(BinaryOp::Shl, bits, to, sides) => Inst::Shl(bits, to, sides),
            Inst::Binary(BinaryOp::LShr, bits, to, sides) => Inst::LShr(bits, to, sides),
            other => other,
        }
    }
}

impl Code {
    /// The same with constants of another domain.
    pub fn map<V>(self, constant: impl FnMut(Value) -> V) -> Code<V> {
        Code {
            function: self.function,
            instructions: self.instructions,
            places: self.places,
            edges: self.edges,
            constants: self.constants.into_iter().map(constant).collect(),
            held: self.held,
            members: self.members,
            temporaries: self.temporaries,
            objects: self.objects,
            registers: self.registers,
            parameters: self.parameters,
            variables: self.variables,
            by_value: self.by_value,
            variadic: self.variadic,
            pointer_bits: self.pointer_bits,
            is_leaf: self.is_leaf,
        }
    }
}
