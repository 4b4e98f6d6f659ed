//! Globals with redzones. Each module registers its own in a constructor of priority 1.

use crate::rel::Rel;
use core::ffi::c_char;

/// Alignment of a padded global in bytes; its redzone begins on a granule or in a partial one.
pub const ALIGN: usize = 32;

/// What is special about a global; bits of [`Global::flags`].
pub mod flags {
    /// Several modules may define it (common or weak symbols, and those of libraries that the loader may find
    /// elsewhere): `chosen` decides whether the padded definition won, and the same address may be registered
    /// several times.
    pub const MERGED: u32 = 1;
    /// The program cannot write it.
    pub const CONSTANT: u32 = 2;
    /// `chosen` is a size, not an address.
    pub const BY_SIZE: u32 = 4;
    /// No other module may define it: the linker merges no definitions of it, and its name is not local to its unit.
    pub const UNIQUE: u32 = 8;
    /// A constructor of its unit gives it its value; until that has run, no other unit may use it.
    pub const DYNAMIC: u32 = 16;
    /// Where it is, only the loader knows, or it may lie out of a relative pointer's reach: `place` leads to a word with its address.
    pub const INDIRECT: u32 = 32;
}

/// One registered global.
#[repr(C)]
#[derive(Debug)]
pub struct Global {
    /// Size of the variable in bytes.
    pub size: u64,
    /// Size with its redzone in bytes; the runtime poisons `size..padded_size`.
    pub padded_size: u64,
    /// Leads to it; see [`Global::address`].
    pub place: Rel<u8>,
    /// With [`flags::MERGED`], what tells whether the definition at the address is this padded one; otherwise none.
    /// The word there is the address of this module's definition, 0 if the linker dropped it; with
    /// [`flags::BY_SIZE`], the size that the linker gave the symbol.
    pub chosen: Rel<u64>,
    /// Name as in the source.
    pub name: Rel<c_char>,
    /// Source file.
    pub file: Rel<c_char>,
    /// Line; 0 is unknown.
    pub line: u32,
    /// See [`flags`].
    pub flags: u32,
}

// SAFETY: records are immutable constants of the program.
unsafe impl Sync for Global {}

impl Global {
    /// Where it is; null where the linker dropped it.
    #[inline]
    pub fn address(&self) -> *const u8 {
        match self.place.get() {
            // SAFETY: the compiler made the word that this leads to, a constant of the same file.
            Some(word) if self.flags & flags::INDIRECT != 0 => unsafe { *word.cast() },
            place => place.unwrap_or(core::ptr::null()),
        }
    }
}

/// Bytes of redzone (and padding) after a global of `size` bytes, such that the whole is a multiple of
/// [`ALIGN`].
pub const fn redzone_after(size: usize) -> usize {
    let wanted = match size {
        0..=32 => ALIGN,
        _ => {
            // A quarter of the object, from 32 bytes to 256 KiB: larger objects see larger strides.
            let quarter = size / 4 / ALIGN * ALIGN;
            if quarter < ALIGN {
                ALIGN
            } else if quarter > 1 << 18 {
                1 << 18
            } else {
                quarter
            }
        }
    };
    let end = size + wanted;
    wanted + (ALIGN - end % ALIGN) % ALIGN
}
