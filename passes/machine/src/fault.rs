//! What a program must not do, and other reasons why a run ends.

use crate::concrete::Pointer;
use crate::memory::{ObjectId, Poison, TypeId};
use crate::threads::{Join, ThreadId, Waits};
use sanecc_ir::PairKind;

/// What an instruction does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

/// What a value without bits, or with some missing, was used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A branch or switch depends on it.
    Branch,
    /// It is the address of an access or the function of a call.
    Address,
    /// It is the number of bytes of an operation on memory or of a stack object.
    Size,
    /// It divides.
    Divisor,
    /// A library function needs its value.
    Library,
}

/// A step that the language does not define.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// An access is not wholly in the object that its address belongs to.
    OutOfBounds {
        /// Reads or writes.
        access: Access,
        /// Its first byte.
        pointer: Pointer,
        /// Its bytes.
        bytes: u64,
    },
    /// An access is in the object that its address belongs to, but not wholly in the array of a structure that the address was made of.
    SubObject {
        /// Reads or writes.
        access: Access,
        /// Its first byte, with the array.
        pointer: Pointer,
        /// Its bytes.
        bytes: u64,
    },
    /// The object of an access has ended.
    Dead {
        /// Reads or writes.
        access: Access,
        /// Its first byte.
        pointer: Pointer,
        /// Its bytes.
        bytes: u64,
    },
    /// An access of a byte that the program has forbidden itself.
    Poisoned {
        /// Reads or writes.
        access: Access,
        /// The first such byte.
        pointer: Pointer,
        /// Bytes of the access.
        bytes: u64,
        /// Why it is forbidden.
        poison: Poison,
    },
    /// Arguments of a function that cannot be what they are said to be.
    BadArguments {
        /// The function.
        function: &'static str,
        /// The argument in question.
        pointer: Pointer,
    },
    /// An access through an address that belongs to no object.
    Nowhere {
        /// Reads or writes.
        access: Access,
        /// Its first byte.
        pointer: Pointer,
        /// Its bytes.
        bytes: u64,
    },
    /// A constant object is written.
    Constant {
        /// The first byte.
        pointer: Pointer,
        /// Bytes.
        bytes: u64,
    },
    /// A value without bits is used.
    Uninitialized {
        /// For what.
        for_what: Use,
        /// It is the result of a broken promise, not of uninitialised memory.
        poison: bool,
    },
    /// Memory without a value is handed to a library function that reads it.
    UninitializedMemory {
        /// The first such byte.
        pointer: Pointer,
    },
    /// The ranges of an operation that needs disjoint ones overlap.
    Overlap {
        /// Where it writes.
        to: Pointer,
        /// Where it reads.
        from: Pointer,
        /// Bytes of each.
        bytes: u64,
    },
    /// Memory is read as another type than it was stored as.
    OtherType {
        /// The first byte.
        pointer: Pointer,
        /// Bytes.
        bytes: u64,
        /// The type of one of them.
        stored: TypeId,
        /// The type that is read.
        read: TypeId,
    },
    /// Two pointers that are ordered or subtracted do not point into one object.
    Pair {
        /// What is asked of them.
        kind: PairKind,
        /// They.
        pointers: [Pointer; 2],
    },
    /// What is freed is not the start of a heap allocation.
    BadFree {
        /// It.
        pointer: Pointer,
    },
    /// What is freed was freed before.
    DoubleFree {
        /// The allocation.
        object: ObjectId,
        /// What is freed.
        pointer: Pointer,
    },
    /// A check that clang has made of the source fails.
    Promise {
        /// What it is called.
        kind: &'static str,
        /// What has been promised, and what is.
        said: String,
    },
    /// An integer is divided by zero.
    DivisionByZero,
    /// The quotient is no number of its type.
    DivisionOverflow,
    /// A call of what is no function.
    NoFunction {
        /// What is called.
        pointer: Pointer,
    },
    /// A function is called with other types than it has.
    WrongSignature {
        /// The function.
        pointer: Pointer,
    },
    /// Control comes where the compiler said that it never does, such as the end of a function that has to return a value.
    Unreachable,
    /// Calls and stack objects need more memory than the stack has.
    StackOverflow,
    /// A longjmp to a function that has returned.
    DeadJump,
    /// A thread is joined, or awaited to be, that cannot be.
    InvalidJoin {
        /// The handle.
        handle: u64,
        /// The thread, and why; none if no thread ever had the handle.
        thread: Option<(ThreadId, Join)>,
    },
    /// A lock or the like is used after it was destroyed.
    DestroyedLock {
        /// It.
        pointer: Pointer,
    },
    /// What is freed was allocated by a function of another family.
    Mismatch {
        /// What is freed.
        pointer: Pointer,
        /// The functions that allocated it and that free it.
        functions: [&'static str; 2],
    },
    /// `delete` names another size or alignment than `new`.
    WrongDelete {
        /// What is deleted.
        pointer: Pointer,
        /// Bytes that it has, and that `delete` names, if it does.
        sizes: (u64, Option<u64>),
        /// Alignments that `new` and `delete` name, if they do.
        alignments: (Option<u64>, Option<u64>),
    },
    /// A virtual function without a body is called.
    PureCall,
    /// Each thread waits for what only another one could do.
    Deadlock,
}

/// Why a run stops, or leaves the normal way.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The program did what is not defined.
    Fault(Fault),
    /// It ended with this status.
    Exit(i32),
    /// It was aborted, by a signal of this number.
    Signal(i32),
    /// A longjmp: to this buffer, with this value.
    Jump(u64, i32),
    /// Somebody wanted it to end.
    Interrupted,
    /// The call cannot be done now: the thread waits, and does it again.
    Wait(Waits),
    /// An exception is thrown: the address of its object.
    Throw(u64),
    /// The thread leaves all its calls and ends.
    Leave,
    /// The last thread has ended.
    NoThread,
    /// Nothing of the program's: it is followed more closely from here on, or less.
    Follow,
    /// It needs what the machine does not have; the text says what.
    Unsupported(String),
    /// Whoever watches it ends it; the text says why.
    Watcher(String),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}
