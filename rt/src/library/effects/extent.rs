//! Where the ranges of effects begin and how long they are.

use super::{Checked, Ranges};
use crate::library::text;
use crate::platform::PAGE;
use sanecc_abi::library::effects::{Extent, Pointer};

impl<R: Ranges> Checked<'_, R> {
    /// Where a range begins; `None` if it is not there.
    pub(super) unsafe fn address_of(&self, place: Pointer) -> Option<usize> {
        // SAFETY: the function goes through the same pointers.
        let address = unsafe {
            match place {
                Pointer::Argument(number) => self.argument(number),
                Pointer::Behind(number) => match self.argument(number) {
                    0 => 0,
                    pointer => *(pointer as *const usize),
                },
                Pointer::Returned => self.frame.result,
            }
        };
        // What is not there, and null pointers to members: the function itself fails with them.
        (address >= PAGE).then_some(address)
    }

    /// Bytes of a range that begins at `address`.
    pub(super) unsafe fn length_of(&self, address: usize, extent: Extent) -> usize {
        let result = self.frame.result;
        // What stores a NUL behind it returns an `int`.
        let and_nul = result as u32 as usize + 1;
        let times = |count: usize, size: u32| count.saturating_mul(size as usize);
        // Of an `int`, only the lower half of a register is defined.
        let not_negative = |value: usize| (value as i32).max(0) as usize;
        // SAFETY: the function reads the same arguments, and strings as far.
        unsafe {
            match extent {
                Extent::Bytes(bytes) => bytes as usize,
                Extent::Word => size_of::<usize>(),
                Extent::Size(size) => self.argument(size),
                Extent::Int(size) => not_negative(self.argument(size)),
                Extent::SizeAnd(size, more) => self.argument(size).saturating_add(more as usize),
                Extent::Elements(count, size) => times(self.argument(count), size),
                Extent::IntElements(count, size) => times(not_negative(self.argument(count)), size),
                Extent::Result => result,
                Extent::ResultUpTo(most) => result.min(self.argument(most)),
                Extent::ResultAndNul => and_nul,
                Extent::ResultAndNulUpTo(most) => and_nul.min(self.argument(most)),
                Extent::ResultTimes(size) => result.saturating_mul(self.argument(size)),
                Extent::ResultElements(size) => times(not_negative(result), size),
                Extent::ResultElementsUpTo(most, size) => {
                    let most = not_negative(self.argument(most));
                    times(not_negative(result).min(most), size)
                }
                Extent::ResultAnd(more) => result.saturating_add(more as usize),
                Extent::UpToReturned(from) => result.saturating_sub(self.argument(from)),
                Extent::Text => text::length(address, usize::MAX) + 1,
                Extent::TextUpTo(most) => text::size(address, Some(self.argument(most))),
                Extent::TextUpToBytes(most) => text::size(address, Some(most as usize)),
                Extent::WideText => (text::wide_length(address) + 1) * 4,
                Extent::AddressOf(family) => match self.argument(family) as i32 {
                    libc::AF_INET => 4,
                    libc::AF_INET6 => 16,
                    _ => 0,
                },
                Extent::LengthAnd(length, more) => match self.argument(length) {
                    0 => 0,
                    place => *(place as *const u32) as usize + more as usize,
                },
                Extent::SizeAt(place, offset) => match self.argument(place) {
                    0 => 0,
                    place => *((place + usize::from(offset)) as *const usize),
                },
                Extent::DirectoryEntry(length) => {
                    (*((address + usize::from(length)) as *const u16)).into()
                }
                Extent::PagesOf(size) => self.argument(size).div_ceil(PAGE),
            }
        }
    }
}
