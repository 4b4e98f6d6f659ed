//! What library functions read and write, as data: for most of them a line says it all.
//!
//! Arguments are numbered from 0 among those that travel in general registers (`p`, `i`, `l` in a prototype): the
//! pointer of `double frexp(double, int *)` is number 0. [`Places`] says in which register each is.

mod places;
mod words;

pub use places::Places;
pub use words::*;

/// Where a range begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// At the address in an argument; nothing is there if it is null.
    Argument(u8),
    /// At the address that an argument points to (`char **`), unless either is null.
    Behind(u8),
    /// At the address that the function returned.
    Returned,
}

/// How many bytes a range has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many.
    Bytes(u32),
    /// As many as a pointer has, a `size_t` or a `long`.
    Word,
    /// As a `size_t` argument says.
    Size(u8),
    /// As an `int` or `socklen_t` argument says; none if it is negative.
    Int(u8),
    /// A `size_t` argument and so many more.
    SizeAnd(u8, u32),
    /// An argument's number (`size_t`) of elements of so many bytes.
    Elements(u8, u32),
    /// An argument's number (`int`) of elements of so many bytes.
    IntElements(u8, u32),
    /// As many as the result.
    Result,
    /// As many as the result, but no more than an argument (`size_t`).
    ResultUpTo(u8),
    /// The result and one more, for a NUL.
    ResultAndNul,
    /// That, but no more than an argument (`size_t`).
    ResultAndNulUpTo(u8),
    /// The result times an argument.
    ResultTimes(u8),
    /// The result (`int`) times so many bytes.
    ResultElements(u32),
    /// As many elements as the result, but no more than an argument (`int`), of so many bytes.
    ResultElementsUpTo(u8, u32),
    /// The result and so many bytes.
    ResultAnd(u32),
    /// From an argument to the address that was returned.
    UpToReturned(u8),
    /// A string and its NUL.
    Text,
    /// A string and its NUL, but no more than an argument (`size_t`).
    TextUpTo(u8),
    /// A string and its NUL, but no more than so many bytes.
    TextUpToBytes(u32),
    /// A string of `wchar_t` and its NUL.
    WideText,
    /// The bytes of an address of the family (`AF_INET` and so on) in an argument.
    AddressOf(u8),
    /// As many as the `unsigned int` says that an argument points to, and so many more.
    LengthAnd(u8, u32),
    /// As many as the `size_t` says that stands so many bytes behind where an argument points.
    SizeAt(u8, u8),
    /// A `struct dirent`, which tells its own length in the two bytes so far behind its beginning.
    DirectoryEntry(u8),
    /// As many pages as so many bytes (`size_t` argument) lie in.
    PagesOf(u8),
}

/// What a record points to, from a word so many bytes behind its beginning. Nothing where that is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A string.
    Text(u8),
    /// A vector of strings, which ends with a null pointer.
    Texts(u8),
    /// A vector of chunks, which ends likewise. Each has as many bytes as the `int` says that stands so many bytes behind the
    /// record's beginning.
    Chunks(u8, u8),
}

/// Whether a vector of buffers is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The function reads memory.
    Read,
    /// The function writes memory.
    Write,
}

/// How further arguments travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Further {
    /// As such, behind so many named ones.
    Variadic(u8),
    /// As a `va_list`, in that argument.
    List(u8),
}

/// Units and dialect of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `char`; `%a` is a number.
    Narrow,
    /// `char`; in the scanf family `%as` allocates.
    NarrowGnu,
    /// `wchar_t`; `%a` is a number.
    Wide,
    /// `wchar_t`; in the scanf family `%as` allocates.
    WideGnu,
}

/// The `int` that decides whether a function does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decisive {
    /// An argument.
    Argument(u8),
    /// The one that an argument points to.
    At(u8),
}

/// One thing that a function does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Reads, whatever comes of the call: checked before it.
    Reads(Pointer, Extent),
    /// Writes, whatever comes of the call: checked before it.
    Writes(Pointer, Extent),
    /// Has read, if the call succeeded.
    HasRead(Pointer, Extent),
    /// Has written, if the call succeeded.
    HasWritten(Pointer, Extent),
    /// Reads a printf format (argument) and what its directives ask for.
    Prints(u8, Further, Dialect),
    /// Reads a scanf format (argument) and stores what its directives ask for.
    Scans(u8, Further, Dialect),
    /// Has written what a record points to, if the call succeeded.
    HasFilled(Pointer, &'static [Member]),
    /// Has transferred as many bytes as the result through a vector of `struct iovec`: address, number (`int`).
    Vector(Direction, u8, u8),
    /// Has transferred as many bytes as the result through a `struct msghdr`.
    Message(Direction, u8),
    /// Has transferred as many `struct mmsghdr` as the result.
    Messages(Direction, u8),
    /// Has stored an address of a socket: address, and where its `socklen_t` stands, which held the room before.
    SocketAddress(u8, u8),
    /// Reads a string unless its range is given (`REG_STARTEND`): string, matches, flags.
    Subject(u8, u8, u8),
    /// Reads the name of a file (argument), to find out about it.
    FileName(u8),
    /// Reads the strings of a vector (argument) that ends with a null pointer.
    Texts(u8),
    /// Reads the strings of a vector (argument) of as many as an argument says (`int`).
    TextsUpTo(u8, u8),
    /// Reads or writes what a device is asked for: request (argument) and address (argument).
    Request(u8, u8),
    /// The thread gives up system calls: all but a few, or those that a filter (argument) takes, and with certain flags (argument) all
    /// threads do.
    Seccomp {
        /// The filter, a `struct sock_fprog`.
        filter: Option<u8>,
        /// The flags of `seccomp`.
        flags: Option<u8>,
    },
    /// The process is copied, where the kernel is asked by its number for that (argument, and the others).
    Forks(u8),
    /// An argument is the set of signals (`sigset_t`) that are blocked while the function waits, and in the handlers that then run. First in a
    /// list: those that the runtime needs are left out.
    Masks(u8),
    /// An argument is the room there is, in units of so many bytes, of which the function itself makes sure (`_chk`). First in a
    /// list: whether what was written fits is asked after the shadow.
    Capacity(u8, u8),
    /// Joins the thread that an argument names (`pthread_t`).
    Joins(u8),
    /// Detaches it.
    Detaches(u8),
    /// Does it if a number is one of these.
    When(Decisive, &'static [i32], &'static Effect),
}

/// Which results mean that the call did what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// All.
    Always,
    /// `int` 0.
    Zero,
    /// Any other `int`.
    NotZero,
    /// `int` 1.
    One,
    /// `int`, not negative.
    NotNegative,
    /// `long`, more than 0.
    Positive,
    /// `long` or pointer, not -1.
    NotMinusOne,
    /// `int`, not -1.
    IntNotMinusOne,
    /// A pointer.
    NotNull,
}

/// Everything that a function does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// When those effects count that depend on it.
    pub success: Success,
    /// What it does, in the order of checking.
    pub list: &'static [Effect],
    /// Whether something of it is to be told or noted before the call.
    pub come_before: bool,
    /// Whether something of it can be told only after the call.
    pub need_result: bool,
    /// Where its arguments are, but for variable ones.
    pub places: Places,
    /// Bytes of them on the stack; a multiple of 16.
    pub stack: u8,
    /// Whether it allocates on behalf of its caller: what it returns, or stores, is for the caller to give back.
    pub allocates: bool,
}

/// Bytes of an argument on the stack. The runtime alone asks, which is made for its target.
const WORD: u8 = size_of::<usize>() as u8;
/// Words of arguments that no target has on the stack.
const REGISTERS: u8 = if WORD == 8 { 6 } else { 4 };

impl Effects {
    /// What a function does, when it has, and where its arguments are.
    pub const fn new(success: Success, list: &'static [Effect], places: Places) -> Effects {
        let mut come_before = false;
        let mut need_result = false;
        let mut index = 0;
        while index < list.len() {
            come_before |= list[index].comes_before();
            need_result |= list[index].needs_result();
            index += 1;
        }
        Effects {
            success,
            list,
            come_before,
            need_result,
            places,
            stack: (places.end().saturating_sub(REGISTERS) * WORD).next_multiple_of(16),
            allocates: false,
        }
    }

    /// The same of a function with so many further arguments on the stack.
    pub const fn with_stack(self, words: u8) -> Effects {
        Effects {
            stack: self.stack + (words * WORD).next_multiple_of(16),
            ..self
        }
    }

    /// The same of a function that allocates for its caller: when it ends has to be noticed.
    pub const fn allocating(self) -> Effects {
        Effects {
            need_result: true,
            allocates: true,
            ..self
        }
    }
}

impl Effect {
    /// Whether it is told or noted before the call.
    const fn comes_before(&self) -> bool {
        match self {
            Effect::Reads(..)
            | Effect::Writes(..)
            | Effect::Prints(..)
            | Effect::Scans(..)
            | Effect::SocketAddress(..)
            | Effect::Subject(..)
            | Effect::FileName(..)
            | Effect::Texts(..)
            | Effect::TextsUpTo(..)
            | Effect::Request(..)
            | Effect::Seccomp { .. }
            | Effect::Forks(..)
            | Effect::Joins(..)
            | Effect::Detaches(..)
            | Effect::Masks(..) => true,
            Effect::Capacity(..) => true,
            Effect::When(_, _, effect) => effect.comes_before(),
            Effect::HasRead(..)
            | Effect::HasWritten(..)
            | Effect::HasFilled(..)
            | Effect::Vector(..)
            | Effect::Message(..)
            | Effect::Messages(..) => false,
        }
    }

    /// Whether memory decides if it takes place.
    pub fn depends_on_memory(&self) -> bool {
        match self {
            Effect::When(Decisive::At(_), _, _) => true,
            Effect::When(Decisive::Argument(_), _, effect) => effect.depends_on_memory(),
            _ => false,
        }
    }

    /// Whether it can be told only after the call.
    pub const fn needs_result(&self) -> bool {
        match self {
            Effect::Reads(..)
            | Effect::Writes(..)
            | Effect::Prints(..)
            | Effect::Subject(..)
            | Effect::FileName(..)
            | Effect::Texts(..)
            | Effect::TextsUpTo(..) => false,
            Effect::When(_, _, effect) => effect.needs_result(),
            Effect::HasRead(..)
            | Effect::HasWritten(..)
            | Effect::HasFilled(..)
            | Effect::Scans(..)
            | Effect::Vector(..)
            | Effect::Message(..)
            | Effect::Messages(..)
            | Effect::SocketAddress(..)
            | Effect::Request(..)
            | Effect::Seccomp { .. }
            | Effect::Forks(..)
            | Effect::Joins(..)
            | Effect::Detaches(..)
            | Effect::Masks(..)
            | Effect::Capacity(..) => true,
        }
    }
}
