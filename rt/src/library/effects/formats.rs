//! What formats ask for.

use super::{Checked, Ranges, switches};
use crate::library::format::Characters;
use crate::library::format::scanf::{Dialect as ScanfDialect, Target};
use crate::library::format::uses::{self, Use};
use crate::library::text;
use crate::platform::Arguments;
use sanecc_abi::library::effects::Dialect;

/// A format without its NUL.
enum Format<'a> {
    Narrow(&'a [u8]),
    Wide(&'a [u32]),
}

impl<R: Ranges> Checked<'_, R> {
    /// The format in an argument, whose end is to be found in addressable memory if `checked`.
    unsafe fn format(&self, argument: u8, dialect: Dialect, checked: bool) -> Option<Format<'_>> {
        // SAFETY: the function reads the string, too.
        unsafe {
            let address = self.argument(argument);
            if address == 0 {
                return None;
            }
            Some(match dialect {
                Dialect::Narrow | Dialect::NarrowGnu => {
                    let length = text::length(address, usize::MAX);
                    self.format_has(address, length + 1, checked);
                    Format::Narrow(core::slice::from_raw_parts(address as *const u8, length))
                }
                Dialect::Wide | Dialect::WideGnu => {
                    let length = text::wide_length(address);
                    self.format_has(address, (length + 1) * 4, checked);
                    Format::Wide(core::slice::from_raw_parts(address as *const u32, length))
                }
            })
        }
    }

    fn format_has(&self, address: usize, length: usize, checked: bool) {
        if checked {
            self.ranges.reads(address, length);
        }
    }

    /// Checks what a printf format reads and stores. The result is where its arguments on the stack end, if all of it was
    /// understood.
    pub(super) unsafe fn prints(
        &self,
        format: u8,
        arguments: Arguments,
        dialect: Dialect,
    ) -> Option<usize> {
        let units = match dialect {
            Dialect::Narrow | Dialect::NarrowGnu => Characters::Narrow,
            Dialect::Wide | Dialect::WideGnu => Characters::Wide,
        };
        let each = |one| {
            if self.wants(switches::PRINTF) {
                // SAFETY: the function does the same with the argument.
                unsafe { self.print(one, units) };
            }
        };
        // SAFETY: as the caller promises.
        match unsafe { self.format(format, dialect, self.wants(switches::PRINTF))? } {
            Format::Narrow(format) => uses::of_printf(format, arguments, each),
            Format::Wide(format) => uses::of_printf(format, arguments, each),
        }
    }

    unsafe fn print(&self, one: Use, units: Characters) {
        match one {
            // Prints `(null)`.
            Use::Text(0, ..) => {}
            Use::Text(address, Characters::Narrow, None) => self.ranges.reads_text(address),
            // SAFETY: the function reads the string, too.
            Use::Text(address, Characters::Narrow, most) => unsafe {
                self.ranges.reads(address, text::size(address, most));
            },
            // SAFETY: as above.
            Use::Text(address, Characters::Wide, most) => unsafe {
                let characters = match (most, units) {
                    (None, _) => text::wide_length(address) + 1,
                    (Some(most), Characters::Wide) => text::wide_size(address, most),
                    (Some(most), Characters::Narrow) => text::converted_size(address, most),
                };
                self.ranges.reads(address, characters * 4);
            },
            Use::Count(address, size) => self.ranges.writes(address, size),
        }
    }

    /// Whether a scanf format cannot use more than so many arguments: it has no more directives.
    pub(super) unsafe fn scans_at_most(&self, format: u8, dialect: Dialect, most: usize) -> bool {
        // SAFETY: as the caller promises.
        match unsafe { self.format(format, dialect, true) } {
            Some(Format::Narrow(format)) => {
                format.iter().filter(|unit| **unit == b'%').count() <= most
            }
            Some(Format::Wide(_)) | None => false,
        }
    }

    /// Where the arguments of a scanf format end on the stack.
    pub(super) unsafe fn will_scan(
        &self,
        format: u8,
        arguments: Arguments,
        dialect: Dialect,
    ) -> Option<usize> {
        // SAFETY: as the caller promises.
        unsafe { self.scan(format, arguments, dialect, |_, _| true) }
    }

    /// Checks what as many conversions as succeeded have stored.
    pub(super) unsafe fn has_scanned(&self, format: u8, arguments: Arguments, dialect: Dialect) {
        let mut left = self.frame.result as i32;
        if left <= 0 {
            return;
        }
        // SAFETY: as the caller promises; the conversions were made.
        unsafe {
            self.scan(format, arguments, dialect, |address, target| {
                if !matches!(target, Target::Count(_)) {
                    left -= 1;
                }
                if left >= 0 {
                    self.ranges.writes(address, stored(address, target));
                }
                left >= 0
            });
        }
    }

    unsafe fn scan(
        &self,
        format: u8,
        arguments: Arguments,
        dialect: Dialect,
        each: impl FnMut(usize, Target) -> bool,
    ) -> Option<usize> {
        let scanf_dialect = match dialect {
            Dialect::Narrow | Dialect::Wide => ScanfDialect::Iso,
            Dialect::NarrowGnu | Dialect::WideGnu => ScanfDialect::Gnu,
        };
        // SAFETY: as the caller promises.
        match unsafe { self.format(format, dialect, true)? } {
            Format::Narrow(format) => uses::of_scanf(format, scanf_dialect, arguments, each),
            Format::Wide(format) => uses::of_scanf(format, scanf_dialect, arguments, each),
        }
    }
}

/// Bytes that a conversion has stored.
unsafe fn stored(address: usize, target: Target) -> usize {
    match target {
        Target::Value(size) | Target::Count(size) => size,
        // SAFETY: the string has just been stored.
        Target::Text(Characters::Narrow, None) => unsafe { text::length(address, usize::MAX) + 1 },
        // SAFETY: as above.
        Target::Text(Characters::Wide, None) => unsafe { (text::wide_length(address) + 1) * 4 },
        // As ASan does: there must be room for what the width allows.
        Target::Text(characters, Some(width)) => {
            width.saturating_add(1).saturating_mul(characters.size())
        }
        Target::Chunk(characters, width) => width.saturating_mul(characters.size()),
        Target::Allocated => size_of::<usize>(),
    }
}
