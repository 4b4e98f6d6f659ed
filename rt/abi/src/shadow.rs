//! The shadow: one byte describes one granule of 8 bytes.
//!
//! | byte | meaning |
//! | --- | --- |
//! | `0..=63` (`v`) | this granule is addressable, and so are the `2^v - 1` granules after it |
//! | `64 + k`, `k` in 1..=7 | the first `k` bytes are addressable |
//! | `0x80..` | nothing here may be touched; the byte says why ([`Poison`]) |
//!
//! Untouched memory has shadow 0 and is addressable granule by granule, so nothing has to be set up for it.
//! `v` is a lower bound: the run may be longer. Writers that poison inside a run must fold anew the
//! bytes before it, which still promise a longer run.

/// log2 of [`GRANULE`].
pub const GRANULE_SHIFT: u32 = 3;
/// Bytes of memory that one shadow byte describes.
pub const GRANULE: usize = 1 << GRANULE_SHIFT;
/// On x86-64, the shadow of address `a` is at `(a >> GRANULE_SHIFT) + OFFSET_X86_64`, as ASan has it.
pub const OFFSET_X86_64: usize = 0x7fff_8000;
/// A granule whose byte has none of these bits is wholly addressable: the fast test of a small access.
pub const NOT_WHOLLY_ADDRESSABLE: u8 = 0xC0;
/// `PARTIAL + k`: only the first `k` bytes of the granule are addressable.
pub const PARTIAL: u8 = 64;
/// Largest exponent of an addressable run.
pub const MAX_RUN: u8 = 63;

/// Why a granule may not be touched. The values are ASan's, so that shadow dumps read alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Poison {
    /// The number of elements before those of a `new[]`, which only `delete[]` reads.
    ArrayCookie = 0xac,
    /// Between the members of a class (`-fsanitize-address-field-padding=`).
    IntraObject = 0xbb,
    /// Around an `alloca` of variable size, before the object.
    AllocaLeft = 0xca,
    /// Around an `alloca` of variable size, after the object.
    AllocaRight = 0xcb,
    /// Before the first object of a stack frame; the frame's header lies here.
    StackLeft = 0xf1,
    /// Between two objects of a stack frame.
    StackMid = 0xf2,
    /// After the last object of a stack frame.
    StackRight = 0xf3,
    /// A frame whose function has returned.
    StackAfterReturn = 0xf5,
    /// A global that its constructor has yet to give a value, while another unit's constructors run.
    NotInitialized = 0xf6,
    /// Poisoned by the program itself (`__asan_poison_memory_region`).
    User = 0xf7,
    /// A stack object whose scope has ended or not begun.
    StackAfterScope = 0xf8,
    /// Room of a container beyond its elements.
    Container = 0xfc,
    /// After a global.
    Global = 0xf9,
    /// Header and padding around a heap chunk.
    Heap = 0xfa,
    /// Heap chunk that was freed.
    Freed = 0xfd,
    /// Memory of the runtime itself (allocator metadata, unused heap).
    Internal = 0xfe,
}

impl Poison {
    /// All codes.
    pub const ALL: [Poison; 16] = [
        Poison::IntraObject,
        Poison::Container,
        Poison::ArrayCookie,
        Poison::AllocaLeft,
        Poison::AllocaRight,
        Poison::StackLeft,
        Poison::StackMid,
        Poison::StackRight,
        Poison::StackAfterReturn,
        Poison::NotInitialized,
        Poison::User,
        Poison::StackAfterScope,
        Poison::Global,
        Poison::Heap,
        Poison::Freed,
        Poison::Internal,
    ];

    /// The reason behind a shadow byte, if it is one.
    pub fn from_byte(byte: u8) -> Option<Poison> {
        Self::ALL.into_iter().find(|code| *code as u8 == byte)
    }
}

/// The byte of a granule that starts a run of `granules` addressable ones (at least 1).
pub const fn run(granules: usize) -> u8 {
    debug_assert!(granules > 0);
    let log = granules.ilog2();
    if log > MAX_RUN as u32 {
        MAX_RUN
    } else {
        log as u8
    }
}

/// The shadow byte of granule `index` (counted from the object's start) of an addressable object of `size` bytes;
/// `None` past the object's end. The object starts on a granule.
pub const fn addressable(size: usize, index: usize) -> Option<u8> {
    let whole = size >> GRANULE_SHIFT;
    let rest = size & (GRANULE - 1);
    if index < whole {
        Some(run(whole - index))
    } else if index == whole && rest != 0 {
        Some(PARTIAL + rest as u8)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_of_21_bytes() {
        let bytes = [0, 1, 2, 3].map(|i| addressable(21, i));
        assert_eq!(bytes, [Some(1), Some(0), Some(64 + 5), None]);
    }

    #[test]
    fn no_code_passes_the_fast_test() {
        for code in Poison::ALL {
            assert_ne!(code as u8 & NOT_WHOLLY_ADDRESSABLE, 0);
            assert!((code as u8 as i8) < 0, "slow test compares signed");
        }
        for k in 1..8 {
            assert_ne!((PARTIAL + k) & NOT_WHOLLY_ADDRESSABLE, 0);
        }
    }
}
