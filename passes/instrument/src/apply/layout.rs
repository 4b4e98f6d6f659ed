//! The layout of a frame; see [`sanecc_abi::frame`].

use sanecc_abi::bare::{self, Form};
use sanecc_abi::frame::{ALIGN, LEFT_REDZONE, redzone_after};
use sanecc_abi::shadow::{GRANULE, Poison, addressable};

/// An object to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// Size in bytes, not 0.
    pub(super) size: u64,
    /// Alignment in bytes.
    pub(super) align: u64,
}

/// The layout of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Offset of each object from the start of the frame, in bytes.
    pub(super) offsets: Vec<u64>,
    /// Size of the frame in bytes.
    pub(super) size: u64,
    /// Alignment of the frame in bytes.
    pub(super) align: u64,
}

impl Layout {
    /// Places objects in the given order, each after a redzone, with one more at the end. On bare metal, where memory is scarce, redzones are
    /// smaller.
    pub(super) fn of(slots: &[Slot], form: Option<Form>) -> Self {
        let least = form.map_or(ALIGN, |form| form.granule) as u64;
        let left = form.map_or(LEFT_REDZONE, |form| bare::left_redzone(form.granule));
        let after = |size: u64| {
            let redzone = match form {
                Some(form) => bare::redzone_after(size as usize, form.granule),
                None => redzone_after(size as usize),
            };
            redzone as u64
        };
        let align = slots.iter().map(|s| s.align).max();
        let align = align.unwrap_or(1).max(least);
        let mut at = left as u64;
        let mut offsets = Vec::with_capacity(slots.len());
        for slot in slots {
            at = at.next_multiple_of(slot.align.max(least));
            offsets.push(at);
            at += slot.size + after(slot.size);
        }
        Self {
            offsets,
            size: at.next_multiple_of(align),
            align,
        }
    }

    /// The shadow of the whole frame; objects for which `open` is false are out of scope.
    pub(super) fn shadow(&self, slots: &[Slot], open: impl Fn(usize) -> bool) -> Vec<u8> {
        let granules = self.size as usize / GRANULE;
        let mut bytes = vec![Poison::StackMid as u8; granules];
        let first = self
            .offsets
            .first()
            .map_or(granules, |o| *o as usize / GRANULE);
        bytes[..first].fill(Poison::StackLeft as u8);
        for (i, slot) in slots.iter().enumerate() {
            let start = self.offsets[i] as usize / GRANULE;
            for (j, byte) in object_shadow(slot.size, open(i)).into_iter().enumerate() {
                bytes[start + j] = byte;
            }
        }
        if let (Some(slot), Some(offset)) = (slots.last(), self.offsets.last()) {
            let end = (offset + slot.size).div_ceil(GRANULE as u64) as usize;
            bytes[end..].fill(Poison::StackRight as u8);
        }
        bytes
    }
}

/// The shadow of one object.
pub(super) fn object_shadow(size: u64, open: bool) -> Vec<u8> {
    let granules = (size as usize).div_ceil(GRANULE);
    (0..granules)
        .map(|i| match addressable(size as usize, i) {
            Some(byte) if open => byte,
            Some(_) | None => Poison::StackAfterScope as u8,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_objects() {
        let slots = [Slot { size: 10, align: 1 }, Slot { size: 4, align: 64 }];
        let layout = Layout::of(&slots, None);
        assert_eq!(layout.offsets, [32, 64]);
        assert_eq!((layout.size, layout.align), (128, 64));
        let shadow = layout.shadow(&slots, |i| i == 0);
        assert_eq!(shadow[..4], [0xf1; 4]);
        assert_eq!(shadow[4..8], [0, 66, 0xf2, 0xf2]);
        assert_eq!(shadow[8..10], [0xf8, 0xf3]);
        assert_eq!(shadow[15], 0xf3);
    }

    #[test]
    fn every_byte_around_an_object_is_poisoned() {
        for size in 1..200 {
            let slots = [Slot { size, align: 1 }; 3];
            let layout = Layout::of(&slots, None);
            let shadow = layout.shadow(&slots, |_| true);
            for pair in layout.offsets.windows(2) {
                let between = (pair[0] + size).div_ceil(8)..pair[1] / 8;
                assert!(!between.is_empty());
                assert!(between.into_iter().all(|g| shadow[g as usize] >= 0x80));
            }
        }
    }
}
