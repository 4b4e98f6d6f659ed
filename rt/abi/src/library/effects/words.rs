//! Short words for the effects that most rows have.

use super::Pointer::Argument;
use super::{Dialect, Effect, Extent, Further};

/// The string in an argument is read.
pub const fn text(argument: u8) -> Effect {
    Effect::Reads(Argument(argument), Extent::Text)
}

/// The name of a file in an argument is read.
pub const fn file_name(argument: u8) -> Effect {
    Effect::FileName(argument)
}

/// The memory at an argument is read.
pub const fn reads(argument: u8, extent: Extent) -> Effect {
    Effect::Reads(Argument(argument), extent)
}

/// The memory at an argument was read.
pub const fn has_read(argument: u8, extent: Extent) -> Effect {
    Effect::HasRead(Argument(argument), extent)
}

/// The memory at an argument is written.
pub const fn writes(argument: u8, extent: Extent) -> Effect {
    Effect::Writes(Argument(argument), extent)
}

/// The memory at an argument was written.
pub const fn has_written(argument: u8, extent: Extent) -> Effect {
    Effect::HasWritten(Argument(argument), extent)
}

/// The string of `wchar_t` in an argument is read.
pub const fn wide_text(argument: u8) -> Effect {
    Effect::Reads(Argument(argument), Extent::WideText)
}

/// A printf format in an argument, and what it prints.
pub const fn prints(format: u8, further: Further) -> Effect {
    Effect::Prints(format, further, Dialect::Narrow)
}

/// The same in wide characters.
pub const fn prints_wide(format: u8, further: Further) -> Effect {
    Effect::Prints(format, further, Dialect::Wide)
}

/// A scanf format in an argument, and what it stores.
pub const fn scans(format: u8, further: Further, dialect: Dialect) -> Effect {
    Effect::Scans(format, further, dialect)
}

/// The thread in an argument is joined.
pub const fn joins(thread: u8) -> Effect {
    Effect::Joins(thread)
}

/// The thread in an argument is detached.
pub const fn detaches(thread: u8) -> Effect {
    Effect::Detaches(thread)
}
