//! What a program says of how it was linked: the section [`SECTION`], JSON, which of its modules were compiled as one and what was linked as it is, and why.
//!
//! An object of its own brings it, which has nothing in memory. `readelf -p .sanecc.whole PROGRAM` shows it.

use super::sections;
use object::{Object as _, ObjectSection as _};
use sanecc_abi::target::Target;
use serde::{Deserialize, Serialize};

/// The section of the program.
pub const SECTION: &str = ".sanecc.whole";

/// How a program was linked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The sources of the modules that were compiled as one, in the order of the link.
    pub merged: Vec<String>,
    /// What was linked as it is.
    pub apart: Vec<Apart>,
}

/// An object that was linked as it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Apart {
    /// The object, or the archive and the member in parentheses.
    pub object: String,
    /// Why.
    pub reason: String,
}

impl Note {
    /// What a program says of itself; `None` if it was not linked as a whole, or the section was removed.
    ///
    /// # Errors
    /// If the section is damaged, with the reason.
    pub fn read(program: &object::File<'_>) -> Result<Option<Note>, String> {
        let Some(section) = program.section_by_name(SECTION) else {
            return Ok(None);
        };
        let bytes = section.uncompressed_data();
        let bytes = bytes.map_err(|error| error.to_string())?;
        let note = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        Ok(Some(note))
    }

    /// An object file that brings it into a program; `None` for a target whose objects are not known.
    pub fn object(&self, target: &Target) -> Option<Vec<u8>> {
        let text = serde_json::to_vec(self).ok()?;
        sections::object(target, &[(SECTION, text)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanecc_abi::target;

    #[test]
    fn the_object_brings_the_note() {
        let note = Note {
            merged: vec!["a.c".into()],
            apart: vec![Apart {
                object: "b.o".into(),
                reason: "it carries no bitcode".into(),
            }],
        };
        let bytes = note.object(target::HOST).unwrap();
        let file = object::File::parse(&*bytes).unwrap();
        assert_eq!(Note::read(&file), Ok(Some(note)));
    }
}
