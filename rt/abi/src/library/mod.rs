//! Calls of library functions that the runtime checks.
//!
//! Checked code reaches such a function through a thunk of its own module, which loads the address of a [`Call`]
//! into `r10` (the register of a static chain, which C calls leave alone) and jumps to an entry point of the
//! runtime with all arguments as they are. The entry point checks what the function will read and write, calls the
//! real function, whose address is in the record, and checks what only the result tells.
//!
//! [`find`] is the table of these functions. A row has the name, the prototype ([`Prototype`]), without which a call
//! is left alone, and the entry point, which several functions may share.

mod convert;
mod memory;
mod rest;
mod stdio;
mod strings;
mod wide;

use crate::rel::Rel;
use crate::site::Site;
use core::ffi::c_char;

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

/// A library function as a module refers to it; one for each function and module.
#[repr(C)]
#[derive(Debug)]
pub struct Callee {
    /// The function that the module would call without checks.
    pub real: *const (),
    /// Its name (NUL-terminated).
    pub name: Rel<c_char>,
    /// Unused, 0.
    pub reserved: u32,
}

// SAFETY: records are immutable constants of the program.
unsafe impl Sync for Callee {}

/// A library function whose calls are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The function's symbol.
    pub name: &'static str,
    /// Its type.
    pub prototype: Prototype,
    entry: Option<&'static str>,
}

impl Row {
    /// The entry point's symbol without [`ENTRY_PREFIX`].
    pub const fn entry(&self) -> &'static str {
        match self.entry {
            Some(entry) => entry,
            None => self.name,
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

/// A function's type: one letter for the result, one for each parameter.
///
/// | letter | type |
/// | --- | --- |
/// | `v` | `void` |
/// | `p` | any pointer |
/// | `i` | 32 bits: `int`, `wchar_t` |
/// | `l` | 64 bits: `long`, `size_t` |
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
        entry: None,
    }
}

/// All rows, a list for each family of functions.
pub const TABLES: [&[Row]; 6] = [
    memory::ROWS,
    strings::ROWS,
    wide::ROWS,
    convert::ROWS,
    stdio::ROWS,
    rest::ROWS,
];

/// The row of the function `name`.
pub fn find(name: &str) -> Option<&'static Row> {
    // Sorted, each list for itself.
    TABLES.iter().find_map(|rows| {
        let place = rows.binary_search_by(|row| row.name.cmp(name)).ok()?;
        Some(&rows[place])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> impl Iterator<Item = &'static Row> {
        TABLES.iter().copied().flatten()
    }

    #[test]
    fn tables_are_sorted_and_no_name_is_in_two() {
        for rows in TABLES {
            for pair in rows.windows(2) {
                assert!(pair[0].name < pair[1].name, "{}", pair[1].name);
            }
        }
        for row in rows() {
            let count = rows().filter(|other| other.name == row.name).count();
            assert_eq!((count, find(row.name)), (1, Some(row)));
        }
        assert_eq!(find("main"), None);
    }

    #[test]
    fn prototypes_are_letters_that_mean_something() {
        for row in rows() {
            let Prototype { result, parameters } = row.prototype;
            assert!(b"vpilfdx".contains(&result), "{}", row.name);
            let fixed = parameters.strip_suffix('.').unwrap_or(parameters);
            assert!(fixed.bytes().all(|letter| b"pilfdx".contains(&letter)));
        }
    }

    #[test]
    fn functions_with_one_entry_begin_alike() {
        for row in rows() {
            let Some(first) = rows().find(|other| other.entry() == row.entry()) else {
                unreachable!()
            };
            let (own, other) = (row.prototype.parameters, first.prototype.parameters);
            let shorter = own.len().min(other.len());
            assert_eq!(
                own[..shorter],
                other[..shorter],
                "{} and {}",
                row.name,
                first.name
            );
        }
    }
}
