//! Calls that had not returned, in places of the source.

use sanecc_ir::{Id, Location, Module};
use sanecc_machine::place::Place;
use std::fmt;

/// A call, and where it stood in its function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Function as in the source.
    pub function: String,
    /// File as the compiler was given it; empty if not known.
    pub file: String,
    /// Line from 1; 0 is unknown.
    pub line: u32,
    /// Column from 1; 0 is unknown.
    pub column: u32,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file.is_empty() {
            return f.write_str("(unknown place)");
        }
        f.write_str(&self.file)?;
        for number in [self.line, self.column] {
            if number != 0 {
                write!(f, ":{number}")?;
            }
        }
        Ok(())
    }
}

impl Frame {
    /// Whether it is of the program itself, not of a header of the system.
    fn is_own(&self) -> bool {
        !self.file.is_empty() && !self.file.starts_with("/usr/")
    }
}

/// The frames of a trace, those of inlined calls too, the innermost first.
pub fn of(module: &Module, trace: &[Place]) -> Vec<Frame> {
    let mut frames = Vec::new();
    for place in trace {
        let function = &module.functions[place.function];
        let mut next = match place.instruction.index() < function.locations.len() {
            true => function.location_of(place.instruction),
            false => None,
        };
        if next.is_none_or(|location| location.line == 0) {
            // What the compiler made itself has no place of its own.
            next = function.location.as_ref();
        }
        if next.is_none() {
            frames.push(Frame {
                function: function.name.clone(),
                ..Frame::default()
            });
        }
        while let Some(location) = next {
            frames.push(frame(location));
            next = location.inlined_at.as_deref();
        }
    }
    frames
}

fn frame(location: &Location) -> Frame {
    Frame {
        function: location.function.to_string(),
        file: location.file.to_string(),
        line: location.line,
        column: location.column,
    }
}

/// The frame that a report is about: the innermost one of the program itself.
pub fn own(frames: &[Frame]) -> Option<&Frame> {
    frames.iter().find(|frame| frame.is_own())
}

/// Its number.
pub fn own_number(frames: &[Frame]) -> Option<usize> {
    frames.iter().position(Frame::is_own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_frame_is_in_no_header_of_the_system() {
        let at = |file: &str, line| Frame {
            file: file.to_owned(),
            line,
            ..Frame::default()
        };
        let frames = [at("/usr/include/x.h", 3), at("", 0), at("src/a.c", 7)];
        assert_eq!(own(&frames).unwrap().to_string(), "src/a.c:7");
        assert_eq!(own_number(&frames[..2]), None);
    }
}
