//! Calls of library functions that the runtime checks.
//!
//! Checked code reaches such a function through a thunk of its own module, which loads the address of a [`Call`]
//! into `r10` (the register of a static chain, which C calls leave alone) and jumps to an entry point of the
//! runtime with all arguments as they are. The entry point checks what the function will read and write, calls the
//! real function, whose address is in the record, and checks what only the result tells.
//!
//! [`find`] is the table of these functions. A row has the name, the prototype ([`Prototype`]), without which a call
//! is left alone, and the entry point, which several functions may share.

mod clock;
mod convert;
pub mod effects;
mod files;
mod formats;
mod mappings;
mod memory;
mod network;
mod numbers;
mod requests;
mod rest;
mod search;
pub mod sizes;
mod streams;
mod strings;
mod system;
mod threads;
mod time64;
mod wide;
mod xdr;

use crate::rel::Rel;
use crate::site::{Object, Site};
use core::ffi::c_char;
use effects::{Effect, Effects, Places, Success};

/// What the names of all entry points begin with.
pub const ENTRY_PREFIX: &str = "__sanecc_lib_";

/// One call of a library function in the source.
#[repr(C)]
#[derive(Debug)]
pub struct Call {
    /// What is called.
    pub callee: Rel<Callee>,
    /// Where the call stands; neither direction nor size. Line 0 where the address of the function is taken: nobody
    /// knows who will call it.
    pub site: Site,
}

impl Call {
    /// In the flags of [`Call::site`]: arguments are held to arrays ([`HeldArgument`]).
    pub const HELD: u8 = 1 << 4;
    /// In the flags of [`Call::site`]: checked code tells of arguments that are not inside of the object which they were derived from ([`HOLD_POINTER`](crate::symbols::HOLD_POINTER)).
    pub const FOLLOWED: u8 = 1 << 2;
}

/// An array of a structure that an argument of a call points into. What the function touches of it lies in the array.
#[repr(C)]
#[derive(Debug)]
pub struct HeldArgument {
    /// Which of those of the call this is, from 0.
    pub number: u32,
    /// Whether what begins with the array may also go to the end of its structure or further: programs read and write several members at once.
    pub may_be_rest: u32,
    /// Bytes from the start of the array to the end of its structure.
    pub rest: u64,
    /// The array, with its bytes.
    pub object: Rel<Object>,
}

/// How many arguments of a call are held to arrays.
pub const MOST_HELD: usize = 4;

/// A library function as a module refers to it; one for each function and module.
#[repr(C)]
#[derive(Debug)]
pub struct Callee {
    /// The function that the module would call without checks.
    pub real: *const (),
    /// Its name (NUL-terminated).
    pub name: Rel<c_char>,
    /// The number of its row ([`row_at`]) when the module was compiled.
    pub row: u32,
}

// SAFETY: records are immutable constants of the program.
unsafe impl Sync for Callee {}

/// The number of the row of a function that is in no table: its effects are told by an [`OwnCallee`].
pub const OWN_EFFECTS: u32 = u32::MAX;

/// A function whose effects are told where it is named.
#[repr(C)]
#[derive(Debug)]
pub struct OwnCallee {
    /// With [`OWN_EFFECTS`] for its row.
    pub callee: Callee,
    /// What it does to memory.
    pub effects: *const Effects,
}

/// A library function whose calls are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The function's symbol.
    pub name: &'static str,
    /// Its type.
    pub prototype: Prototype,
    /// What it does to memory, where that is data; other functions have an entry point of their own.
    pub effects: Option<Effects>,
    entry: Option<&'static str>,
    checksum: u16,
}

impl Row {
    /// The entry point's symbol without [`ENTRY_PREFIX`].
    pub const fn entry(&self) -> &'static str {
        match self.entry {
            Some(entry) => entry,
            None => self.name,
        }
    }

    /// The same row of a function that hands on so many arguments more on the stack.
    const fn with_stack(self, words: u8) -> Row {
        match self.effects {
            Some(effects) => Row {
                effects: Some(effects.with_stack(words)),
                ..self
            },
            None => self,
        }
    }

    /// The same row, entered as another function with the same parameters (or fewer) is.
    const fn entered_as(self, entry: &'static str) -> Row {
        Row {
            entry: Some(entry),
            ..self
        }
    }
}

/// A function's type in the terms of C: one letter for the result, one for each parameter. So a row holds for all targets whose C library declares the function so.
/// On 32-bit processors only, a `q` is more than a word.
///
/// | letter | type |
/// | --- | --- |
/// | `v` | `void` |
/// | `p` | any pointer |
/// | `a` | `va_list`: a pointer, which on 32-bit Arm is in a structure |
/// | `i` | 32 bits: `int`, `wchar_t` |
/// | `l` | `long`, and what the C library defines as such: `off_t`, `time_t`, `clock_t`, `nfds_t`, `pthread_t` |
/// | `z` | `size_t`, `ssize_t` |
/// | `q` | 64 bits: `long long`, `intmax_t`, `off64_t` |
/// | `f`, `d`, `x` | `float`, `double`, `long double` |
/// | `.` | further arguments (last) |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prototype {
    /// The letter of the result.
    pub result: u8,
    /// The letters of the parameters.
    pub parameters: &'static str,
}

const fn row(name: &'static str, prototype: &'static str) -> Row {
    let (result, parameters) = prototype.as_bytes().split_at(1);
    let Ok(parameters) = core::str::from_utf8(parameters) else {
        panic!("letters are ASCII");
    };
    Row {
        name,
        prototype: Prototype {
            result: result[0],
            parameters,
        },
        effects: None,
        entry: None,
        checksum: checksum_of(name),
    }
}

/// The row of a function of which [`effects`] tell everything.
const fn does(
    name: &'static str,
    prototype: &'static str,
    success: Success,
    list: &'static [Effect],
) -> Row {
    let row = row(name, prototype);
    let entry = match has_vectors(prototype) {
        true => "effects_with_vectors",
        false => "effects",
    };
    Row {
        effects: Some(Effects::new(success, list, Places::of(row.prototype))),
        ..row.entered_as(entry)
    }
}

/// The row of such a function that allocates for its caller ([`Effects::allocates`]).
const fn makes(
    name: &'static str,
    prototype: &'static str,
    success: Success,
    list: &'static [Effect],
) -> Row {
    let row = does(name, prototype, success, list);
    match row.effects {
        Some(effects) => Row {
            effects: Some(effects.allocating()),
            ..row
        },
        None => row,
    }
}

/// Whether arguments may travel in vector registers.
const fn has_vectors(prototype: &str) -> bool {
    let letters = prototype.as_bytes();
    let mut index = 1;
    while index < letters.len() {
        if matches!(letters[index], b'f' | b'd' | b'x' | b'.') {
            return true;
        }
        index += 1;
    }
    false
}

/// The rows of functions that C libraries of 32-bit processors alone have, for times of 64 bits.
pub const OF_WIDE_TIMES: &[Row] = time64::ROWS;

/// All rows, a list for each family of functions.
pub static TABLES: [&[Row]; 18] = [
    memory::ROWS,
    strings::ROWS,
    wide::ROWS,
    convert::ROWS,
    search::ROWS,
    rest::ROWS,
    formats::ROWS,
    streams::ROWS,
    files::ROWS,
    network::ROWS,
    clock::ROWS,
    system::ROWS,
    threads::ROWS,
    numbers::ROWS,
    mappings::ROWS,
    requests::ROWS,
    xdr::ROWS,
    time64::ROWS,
];

/// Bits of a row's number for its place in its list, and for the list; the rest is a checksum of its name.
const PLACE_BITS: u32 = 10;
const LIST_BITS: u32 = 6;

/// The number under which [`row_at`] finds a row.
pub fn number_of(row: &Row) -> Option<u32> {
    TABLES.iter().zip(0..).find_map(|(rows, list)| {
        let place = rows.iter().position(|other| other.name == row.name)?;
        let place = u32::try_from(place).ok()?;
        Some((row.checksum as u32) << (PLACE_BITS + LIST_BITS) | list << PLACE_BITS | place)
    })
}

/// The row with a number, unless the table has changed since the number was given.
pub fn row_at(number: u32) -> Option<&'static Row> {
    let place = number & ((1 << PLACE_BITS) - 1);
    let list = number >> PLACE_BITS & ((1 << LIST_BITS) - 1);
    let row = TABLES.get(list as usize)?.get(place as usize)?;
    (u32::from(row.checksum) == number >> (PLACE_BITS + LIST_BITS)).then_some(row)
}

/// Sixteen bits that tell a name from almost all others (FNV-1a, folded).
const fn checksum_of(name: &str) -> u16 {
    let bytes = name.as_bytes();
    let mut hash = 0x811c_9dc5_u32;
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u32).wrapping_mul(0x0100_0193);
        index += 1;
    }
    (hash ^ hash >> 16) as u16
}

/// The row of the function `name`.
pub fn find(name: &str) -> Option<&'static Row> {
    // Sorted, each list for itself.
    TABLES.iter().find_map(|rows| {
        let place = rows.binary_search_by(|row| row.name.cmp(name)).ok()?;
        Some(&rows[place])
    })
}

#[cfg(test)]
mod tests;
