//! Stack frames with protected objects.
//!
//! All protected objects of a function lie in one chunk, each between redzones:
//! `[left redzone | object | redzone | object | ... | right redzone]`. The chunk is aligned to
//! [`ALIGN`] or more. Its first bytes (inside the left redzone) are a [`Header`], by which a report finds
//! the frame's description. Prologue and epilogue write the shadow themselves.
//!
//! Objects whose address may outlive the call lie in a chunk of their own, for which the prologue asks the runtime
//! ([`crate::symbols::FAKE_FRAMES`]): a slot of the fake stack, of the smallest class that holds it, or none, and
//! then the chunk is on the real stack. Giving it back is writing 0 to [`Header::taken`], after the shadow.

use crate::rel::Rel;
use core::ffi::c_char;

/// Alignment of a frame chunk and of each of its objects, in bytes.
pub const ALIGN: usize = 32;
/// Size of the left redzone in bytes.
pub const LEFT_REDZONE: usize = 32;
/// First word of a live frame chunk.
pub const MAGIC: u64 = 0x41B5_8AB3;

/// The first bytes of a frame chunk.
#[repr(C)]
#[derive(Debug)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u64,
    /// The frame's description.
    pub frame: *const Frame,
    /// Stack pointer of the function that has a slot of the fake stack; 0 while nobody has it.
    pub taken: usize,
}

/// Offset of [`Header::taken`] in bytes.
pub const TAKEN: usize = core::mem::offset_of!(Header, taken);

/// Size classes of slots of the fake stack: each twice as large as the one before.
pub const FAKE_CLASSES: usize = 11;
/// Size of the smallest slots in bytes.
pub const FAKE_SMALLEST: usize = 64;
/// Largest alignment of a slot in bytes: that of a page.
pub const FAKE_ALIGN: usize = 4096;

/// The class of slots that hold a chunk of this size and alignment in bytes; `None` if no slot does.
pub const fn fake_class(size: usize, align: usize) -> Option<usize> {
    let mut class = 0;
    while class < FAKE_CLASSES {
        if size <= FAKE_SMALLEST << class && align <= FAKE_SMALLEST << class && align <= FAKE_ALIGN
        {
            return Some(class);
        }
        class += 1;
    }
    None
}

/// Description of a frame chunk; [`FrameObject`]s follow it in memory, `objects` of them.
#[repr(C)]
#[derive(Debug)]
pub struct Frame {
    /// Function, as in the source.
    pub function: Rel<c_char>,
    /// Source file of the function.
    pub file: Rel<c_char>,
    /// Line of the function; 0 is unknown.
    pub line: u32,
    /// How many objects follow.
    pub objects: u32,
}

/// One object of a frame chunk.
#[repr(C)]
#[derive(Debug)]
pub struct FrameObject {
    /// Distance from the chunk's start in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// Name as in the source.
    pub name: Rel<c_char>,
    /// Line of the declaration; 0 is unknown.
    pub line: u32,
}

/// Bytes of redzone (and padding) after an object of `size` bytes: at least 16, more for larger objects,
/// such that the next object starts at a multiple of [`ALIGN`].
pub const fn redzone_after(size: usize) -> usize {
    let wanted = match size {
        0..=16 => 16,
        17..=128 => 32,
        129..=512 => 64,
        513..=4096 => 128,
        _ => 256,
    };
    let end = size + wanted;
    wanted + (ALIGN - end % ALIGN) % ALIGN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_gets_the_smallest_slot() {
        assert_eq!(fake_class(1, 32), Some(0));
        assert_eq!(fake_class(64, 32), Some(0));
        assert_eq!(fake_class(65, 32), Some(1));
        assert_eq!(fake_class(64, 128), Some(1));
        assert_eq!(fake_class(64 << 10, 4096), Some(10));
        assert_eq!(fake_class((64 << 10) + 1, 32), None);
        assert_eq!(fake_class(64, 8192), None);
    }

    #[test]
    fn objects_stay_aligned() {
        for size in 0..10_000 {
            assert_eq!((size + redzone_after(size)) % ALIGN, 0);
            assert!(redzone_after(size) >= 16);
        }
    }
}
