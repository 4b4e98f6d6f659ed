//! What a run computes with. The machine knows the steps of a program, calls, and the ways between blocks; a domain knows values, branches
//! and memory.
//!
//! [`Memory`](crate::memory::Memory) is the concrete domain: values are bits, and memory is a set of objects. A domain is chosen when the
//! machine is compiled, so its operations stand in the loop of steps as if they were written there. One path is run at a time: a domain that
//! holds both ways of a branch possible takes one, keeps the other in mind, and is run again.

pub use crate::decode::{Call, Code, EdgeId, Inst, Operand, Rare, Register, StackObject};

use crate::concrete;
use crate::fault::{Fault, Stop};
use crate::memory::{Member, Reach};
use crate::place::Place;
use crate::run::Machine;
use sanecc_ir::{
    BinaryOp, BlockId, CastOp, FloatFormat, FloatOp, FloatPredicate, FuncId, Predicate, Type,
    ValueId,
};
use std::fmt::Debug;
use std::rc::Rc;

/// The step that asks.
#[derive(Clone, Copy, Debug)]
pub struct At<'c> {
    pub(crate) function: FuncId,
    pub(crate) places: &'c [ValueId],
    pub(crate) next: usize,
}

impl At<'_> {
    /// Its place in the program; of steps that are done as one, that of the last.
    #[inline]
    pub fn place(self) -> Place {
        Place {
            function: self.function,
            instruction: self.places[self.next - 1],
        }
    }
}

/// The registers and constants of the function that runs.
#[derive(Debug)]
pub struct Slots<'f, V> {
    pub(crate) registers: &'f mut [V],
    pub(crate) constants: &'f [V],
}

impl<V> Slots<'_, V> {
    /// The value of an operand.
    #[inline(always)]
    pub fn get(&self, operand: Operand) -> &V {
        match operand.place() {
            Ok(register) => &self.registers[register],
            Err(constant) => &self.constants[constant],
        }
    }

    /// Gives a register a value.
    #[inline(always)]
    pub fn set(&mut self, register: Register, value: V) {
        self.registers[register as usize] = value;
    }
}

/// An index of an address: its value, its bits, the bytes of one step.
pub type Index<'v, V> = (&'v V, u8, i64);

/// Values, branches and memory of a run.
///
/// Each operation fails where the program must not do it, or the domain has no answer.
pub trait Domain: Sized {
    /// What a register holds.
    type Value: Clone + Debug;
    /// How far the stack reaches.
    type Mark: Copy + Debug;
    /// It wants to see each value and each stack object of the program. Otherwise stack objects whose address nobody sees are registers,
    /// and values that only the next step reads are never there.
    const SEES_ALL: bool = false;

    // Values.

    /// A constant of the program.
    fn constant(&mut self, value: concrete::Value) -> Self::Value;
    /// What a register holds that nothing was written to.
    fn undefined() -> Self::Value;
    /// What a function without result returns.
    fn nothing() -> Self::Value;
    /// Integer arithmetic.
    ///
    /// # Errors
    /// As all operations.
    fn binary(
        &mut self,
        at: At<'_>,
        op: BinaryOp,
        width: u32,
        sides: [&Self::Value; 2],
    ) -> Result<Self::Value, Stop>;
    /// Comparison of integers or addresses.
    ///
    /// # Errors
    /// As all operations.
    fn compare(
        &mut self,
        at: At<'_>,
        how: Predicate,
        width: u32,
        sides: [&Self::Value; 2],
    ) -> Result<Self::Value, Stop>;
    /// Conversion among integers and addresses: bits before and after.
    ///
    /// # Errors
    /// As all operations.
    fn cast(
        &mut self,
        at: At<'_>,
        op: CastOp,
        bits: [u32; 2],
        value: &Self::Value,
    ) -> Result<Self::Value, Stop>;
    /// Floating-point arithmetic.
    ///
    /// # Errors
    /// As all operations.
    fn float(
        &mut self,
        at: At<'_>,
        op: FloatOp,
        format: FloatFormat,
        sides: [&Self::Value; 2],
    ) -> Result<Self::Value, Stop>;
    /// Comparison of floating-point numbers.
    ///
    /// # Errors
    /// As all operations.
    fn float_compare(
        &mut self,
        at: At<'_>,
        how: FloatPredicate,
        format: FloatFormat,
        sides: [&Self::Value; 2],
    ) -> Result<Self::Value, Stop>;
    /// An address so many bytes and indices behind another, of so many bits.
    ///
    /// # Errors
    /// As all operations.
    fn address(
        &mut self,
        at: At<'_>,
        base: &Self::Value,
        indices: &[Index<'_, Self::Value>],
        offset: i64,
        width: u32,
    ) -> Result<Self::Value, Stop>;
    /// An address so many bytes behind another, for what it goes into.
    ///
    /// # Errors
    /// As all operations.
    #[inline(always)]
    fn reaching(
        &mut self,
        at: At<'_>,
        base: &Self::Value,
        (offset, _): (i64, Reach),
        width: u32,
    ) -> Result<Self::Value, Stop> {
        self.address(at, base, &[], offset, width)
    }
    /// An address held to the array that it is the start of, if the domain does that.
    fn narrow(&mut self, address: &Self::Value, _member: &Member) -> Self::Value {
        address.clone()
    }
    /// An address that was made of a number: held to nothing.
    fn widen(&mut self, address: &Self::Value) -> Self::Value {
        address.clone()
    }
    /// A constant address so many bytes behind the start of the array that it is held to.
    fn held(
        &mut self,
        address: concrete::Value,
        _distance: i64,
        _member: &Member,
    ) -> concrete::Value {
        address
    }
    /// One of two values by a condition.
    ///
    /// # Errors
    /// As all operations.
    fn select(
        &mut self,
        at: At<'_>,
        condition: &Self::Value,
        sides: [&Self::Value; 2],
    ) -> Result<Self::Value, Stop>;
    /// Some value of a type in place of one that may be none.
    ///
    /// # Errors
    /// As all operations.
    fn freeze(
        machine: &mut Machine<'_, Self>,
        ty: Type,
        value: &Self::Value,
    ) -> Result<Self::Value, Stop>;

    // Branches.

    /// Whether control goes to the first of two ways.
    ///
    /// # Errors
    /// As all operations.
    fn decide(&mut self, at: At<'_>, condition: &Self::Value) -> Result<bool, Stop>;
    /// The same where a comparison holds.
    ///
    /// # Errors
    /// As all operations.
    #[inline(always)]
    fn decide_if(
        &mut self,
        at: At<'_>,
        how: Predicate,
        width: u32,
        sides: [&Self::Value; 2],
    ) -> Result<bool, Stop> {
        let condition = self.compare(at, how, width, sides)?;
        self.decide(at, &condition)
    }
    /// The case of a switch that a value is, or none. Cases are in order.
    ///
    /// # Errors
    /// As all operations.
    fn choose(
        &mut self,
        at: At<'_>,
        value: &Self::Value,
        cases: &[(u64, EdgeId)],
    ) -> Result<Option<usize>, Stop>;
    /// The function that an address is, for a call of such types.
    ///
    /// # Errors
    /// As all operations.
    fn callee(
        machine: &Machine<'_, Self>,
        pointer: &Self::Value,
        call: &Call,
    ) -> Result<FuncId, Stop>;
    /// Control comes to a block, whose phis get these values.
    ///
    /// # Errors
    /// If the run shall end here.
    #[inline]
    fn arrived(&mut self, _block: BlockId, _phis: &[Self::Value]) -> Result<(), Stop> {
        Ok(())
    }
    /// A step has computed a value, if the domain [sees all](Domain::SEES_ALL).
    #[inline]
    fn computed(&mut self, _at: At<'_>, _value: &Self::Value) {}

    // Memory.

    /// Reads an integer, number or address of up to 8 bytes: bytes and bits.
    ///
    /// # Errors
    /// As all operations.
    fn load(
        &mut self,
        at: At<'_>,
        pointer: &Self::Value,
        bytes: u8,
        bits: u8,
    ) -> Result<Self::Value, Stop>;
    /// Writes one.
    ///
    /// # Errors
    /// As all operations.
    fn store(
        &mut self,
        at: At<'_>,
        pointer: &Self::Value,
        bytes: u8,
        value: &Self::Value,
    ) -> Result<(), Stop>;
    /// Makes a stack object, and yields its address.
    ///
    /// # Errors
    /// As all operations.
    fn push(&mut self, function: FuncId, object: StackObject) -> Result<Self::Value, Stop>;
    /// A call begins.
    ///
    /// # Errors
    /// If the stack has no room.
    fn enter(&mut self) -> Result<Self::Mark, Stop>;
    /// A call ends: its stack objects, too.
    fn leave(&mut self, mark: Self::Mark);
    /// Copies an argument that is passed by value, of so many bytes and such alignment, and yields the address of the copy.
    ///
    /// # Errors
    /// As all operations.
    fn copied(
        &mut self,
        callee: FuncId,
        value: &Self::Value,
        bytes: u64,
        align: u64,
    ) -> Result<Self::Value, Stop>;

    // All else.

    /// Does an instruction on values of the most frequent kind at once, and says whether it did: a short cut through the operations above,
    /// with the same result. It never leaves the block.
    #[inline(always)]
    fn quick(&mut self, _inst: &Inst, _slots: &mut Slots<'_, Self::Value>, _width: u32) -> bool {
        false
    }

    /// Any other operation; yields the edge that control follows, if it goes elsewhere.
    ///
    /// # Errors
    /// As all operations. A domain that does not say what they do has none.
    fn other(
        _machine: &mut Machine<'_, Self>,
        _code: &Rc<Code<Self::Value>>,
        _base: usize,
        rare: &Rare,
    ) -> Result<Option<EdgeId>, Stop> {
        Err(Stop::Unsupported(format!("the operation {rare:?}")))
    }
    /// Runs on until so few calls are left as the machine was told, and yields what the last of the others returned.
    ///
    /// # Errors
    /// As all operations.
    fn run(machine: &mut Machine<'_, Self>) -> Result<Self::Value, Stop> {
        machine.run_on()
    }
    /// The program synchronises: another thread may run.
    ///
    /// # Errors
    /// As all operations.
    fn turn(_machine: &mut Machine<'_, Self>) -> Result<(), Stop> {
        Ok(())
    }
    /// So much time has passed that another thread may run.
    fn breath(_machine: &mut Machine<'_, Self>) {}
    /// A call of the library has come back.
    ///
    /// # Errors
    /// As all operations.
    fn called(_machine: &mut Machine<'_, Self>) -> Result<(), Stop> {
        Ok(())
    }
    /// Goes on after an error, if it is not to be reported.
    ///
    /// # Errors
    /// The error, if it is.
    fn pass_over(_machine: &mut Machine<'_, Self>, fault: Fault) -> Result<(), Stop> {
        Err(fault.into())
    }
    /// Comes in front of an instruction of a run that is followed.
    fn before_step(_machine: &mut Machine<'_, Self>, _next: usize) {}
    /// Comes at the beginning of a breath.
    ///
    /// # Errors
    /// If nothing more is to be seen.
    fn before_breath(_machine: &mut Machine<'_, Self>) -> Result<(), Stop> {
        Ok(())
    }
    /// Executes a function of the library, by its number.
    ///
    /// # Errors
    /// As all operations. A domain that does not say what they do has none.
    fn library(
        _machine: &mut Machine<'_, Self>,
        number: usize,
        _arguments: Vec<Self::Value>,
        _call: &Call,
    ) -> Result<Self::Value, Stop> {
        let name = crate::library::name(number);
        Err(Stop::Unsupported(format!("the library function `{name}`")))
    }
}
