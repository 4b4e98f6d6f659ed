//! What a library function sees of the machine.

use super::State;
use crate::concrete::{Pointer, Value};
use crate::exceptions::Exceptions;
use crate::fault::Stop;
use crate::memory::Poison;
use crate::place::Trace;
use crate::threads::{NewThread, ThreadId, Threads};
use sanecc_ir::{Layout, Type};

/// A call of a library function, as that function sees the machine.
///
/// Accesses are checked as those of the program are: bounds, life, and that what is read has a value.
pub(crate) trait Call {
    /// How many arguments there are, variadic ones too.
    fn count(&self) -> usize;
    /// An argument as an integer without sign.
    ///
    /// # Errors
    /// If it has no value.
    fn integer(&self, number: usize) -> Result<u64, Stop>;
    /// An argument that is a floating-point number, as double precision.
    ///
    /// # Errors
    /// If it has no value.
    fn double(&self, number: usize) -> Result<f64, Stop>;
    /// An argument of type `long double`: 80 bits.
    ///
    /// # Errors
    /// If it has no value.
    fn long_double(&self, number: usize) -> Result<u128, Stop>;
    /// An argument that is an address.
    ///
    /// # Errors
    /// If it has no value.
    fn pointer(&self, number: usize) -> Result<Pointer, Stop>;
    /// The type of an argument, as the caller has it.
    fn type_of(&self, number: usize) -> Type;
    /// Reads bytes.
    ///
    /// # Errors
    /// If that is not defined.
    fn read(&mut self, from: Pointer, bytes: u64) -> Result<Vec<u8>, Stop>;
    /// Writes bytes.
    ///
    /// # Errors
    /// If that is not defined.
    fn write(&mut self, to: Pointer, bytes: &[u8]) -> Result<(), Stop>;
    /// Copies bytes with all that is known of them.
    ///
    /// # Errors
    /// If that is not defined, or the ranges overlap in part and must not.
    fn copy(
        &mut self,
        to: Pointer,
        from: Pointer,
        bytes: u64,
        may_overlap: bool,
    ) -> Result<(), Stop>;
    /// Sets bytes.
    ///
    /// # Errors
    /// If that is not defined.
    fn fill(&mut self, to: Pointer, byte: u8, bytes: u64) -> Result<(), Stop>;
    /// The bytes up to a zero, without it, at most so many.
    ///
    /// # Errors
    /// If a byte before that is not in the object, or has no value.
    fn string(&mut self, from: Pointer, most: u64) -> Result<Vec<u8>, Stop>;
    /// Reads an address.
    ///
    /// # Errors
    /// If that is not defined, or the address has no value.
    fn load_pointer(&mut self, from: Pointer) -> Result<Pointer, Stop>;
    /// Writes an address.
    ///
    /// # Errors
    /// If that is not defined.
    fn store_pointer(&mut self, to: Pointer, value: Pointer) -> Result<(), Stop>;
    /// Makes a heap allocation; none where there is no memory.
    fn allocate(&mut self, bytes: u64, align: u64, zeroed: bool) -> Option<Pointer>;
    /// Ends a heap allocation.
    ///
    /// # Errors
    /// If none that lives begins there.
    fn release(&mut self, block: Pointer) -> Result<(), Stop>;
    /// Bytes of the heap allocation that begins there.
    ///
    /// # Errors
    /// If none that lives begins there.
    fn block_size(&mut self, block: Pointer) -> Result<u64, Stop>;
    /// Memory of the library itself that lives to the end, by name; made at the first use.
    fn static_object(&mut self, name: &'static str, make: &dyn Fn() -> Vec<u8>) -> Pointer;
    /// Memory of the library itself that lives as long as the current thread, by name; made at its first use in the thread.
    fn own_object(&mut self, name: &'static str, make: &dyn Fn() -> Vec<u8>) -> Pointer;
    /// Makes a thread that runs a function with one argument; none if there are too many.
    ///
    /// # Errors
    /// If there is no such function.
    fn start_thread(&mut self, new: NewThread) -> Result<Option<ThreadId>, Stop>;
    /// The handle of the current thread.
    fn own_handle(&mut self) -> Pointer;
    /// The name of the function that is called.
    fn name(&self) -> &'static str;
    /// The function of this name that the program defines.
    fn function_named(&mut self, name: &str) -> Option<Pointer>;
    /// The exceptions of the program.
    fn exceptions(&mut self) -> &mut Exceptions;
    /// The part of a class (the last) in the object around a part of another class (the second); null if there is none.
    ///
    /// # Errors
    /// If the object is none.
    fn dynamic_cast(&mut self, from: Pointer, class: Pointer, to: Pointer)
    -> Result<Pointer, Stop>;
    /// Forbids accesses of the bytes of living objects in a range of addresses, or allows them again.
    fn set_poison(&mut self, start: u64, bytes: u64, poison: Option<Poison>);
    /// The first address of a range that may not be accessed.
    fn first_poisoned(&self, start: u64, bytes: u64) -> Option<u64>;
    /// The living object around an address: where it begins, its bytes, and whether it is an allocation.
    fn object_around(&self, place: Pointer) -> Option<(Pointer, u64, bool)>;
    /// Reads a number of eight bytes, forbidden or not; none if it is in no living object.
    fn read_forbidden(&mut self, from: Pointer) -> Option<u64>;
    /// An argument as it is, with a value or without.
    ///
    /// # Errors
    /// If there are fewer.
    fn argument(&self, number: usize) -> Result<Value, Stop>;
    /// Makes a context at an address that runs a function with arguments of these types, goes on at another one then, and has so many bytes of
    /// stack.
    ///
    /// # Errors
    /// If there is no such function.
    fn make_context(
        &mut self,
        place: u64,
        function: Pointer,
        link: Pointer,
        bytes: u64,
        arguments: (Vec<Value>, Vec<Type>),
    ) -> Result<(), Stop>;
    /// The functions of the calls that have not returned, the innermost first.
    fn functions(&self) -> Vec<Pointer>;
    /// The name of the function at an address.
    fn name_of_function(&self, place: Pointer) -> Option<String>;
    /// Limits the bytes of all allocations together.
    fn limit_memory(&mut self, bytes: u64);
    /// The threads of the program.
    fn threads(&mut self) -> &mut Threads;
    /// The calls of the current thread.
    fn trace(&mut self) -> Trace;
    /// Runs a function of the program to its end. The types are those of the arguments.
    ///
    /// # Errors
    /// As the function does.
    fn call_back(
        &mut self,
        function: Pointer,
        arguments: &[Value],
        types: &[Type],
    ) -> Result<Value, Stop>;
    /// What the library keeps between calls.
    fn library(&mut self) -> &mut State;
    /// What the target says about memory.
    fn layout(&self) -> Layout;
    /// A pointer for an operation on so many bytes of any type, which may be several members of a structure.
    fn for_bytes(&self, pointer: Pointer, bytes: u64) -> Pointer;
    /// One byte, as `read` reads it.
    ///
    /// # Errors
    /// If that is not defined.
    fn byte(&mut self, from: Pointer) -> Result<u8, Stop>;
    /// How many bytes are the same at two places, at most so many, as far as they can be read at once; bytes behind these may be the same, too. A zero
    /// `ends` them, or does not.
    fn same_bytes(&self, sides: [Pointer; 2], most: u64, ends: bool) -> u64;
    /// Checks that bytes can be read, whether they have a value or not.
    ///
    /// # Errors
    /// If they cannot.
    fn reachable(&mut self, from: Pointer, bytes: u64) -> Result<(), Stop>;
    /// Checks that bytes can be written, in the member that the pointer is held to, too: a text lies in one member, while bytes may be those of several.
    ///
    /// # Errors
    /// If they cannot.
    fn writable(&mut self, to: Pointer, bytes: u64) -> Result<(), Stop>;
    /// A variable that the library defines; made at the first use.
    fn variable(&mut self, name: &'static str) -> Pointer;
}
