//! Which pointer was used before it was written? Its variable is found by the number in the address, in the files of the program.

use super::mapped::Mapped;
use super::module;
use super::symbolize::File;
use crate::output::Bytes;
use alloc::vec::Vec;
use core::fmt;
use object::{Object, ObjectSection};
use sanecc_abi::uninitialized::{ID_OF_CHUNKS, SECTION, id};

/// A variable and its function, by their names.
pub struct Variable {
    /// The function.
    pub function: Vec<u8>,
    /// The variable.
    pub name: Vec<u8>,
}

impl Variable {
    /// The one with this number, if a file of the program knows it.
    pub fn of(wanted: u32) -> Option<Variable> {
        module::loaded().iter().find_map(|module| {
            let bytes = Mapped::file(module.path)?;
            let file = File::parse(bytes.bytes()).ok()?;
            let section = file.section_by_name(SECTION)?;
            let mut words = section.data().ok()?.split(|byte| *byte == 0);
            loop {
                let (function, name) = (words.next()?, words.next()?);
                if id(function, name) == wanted {
                    return Some(Variable {
                        function: function.to_vec(),
                        name: name.to_vec(),
                    });
                }
            }
        })
    }
}

/// Where a pointer lay that was used before it was written, by the number in it.
pub struct Unwritten(pub u32);

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Variable::of(self.0) {
            _ if self.0 == ID_OF_CHUNKS => write!(
                f,
                "a pointer that was never written, in a chunk as it was allocated"
            ),
            Some(Variable { function, name }) if name == b"retval" => write!(
                f,
                "a pointer that was never written, in the structure that {} returns",
                Bytes(&function)
            ),
            Some(Variable { function, name }) => write!(
                f,
                "a pointer that was never written, in variable '{}' of {}",
                Bytes(&name),
                Bytes(&function)
            ),
            None => write!(f, "a pointer that was never written, in a variable"),
        }
    }
}
