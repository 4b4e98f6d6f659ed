//! Checks on bare metal: what code for a microcontroller and its runtime (`rt/bare`) agree on.
//!
//! The linker script says which memory has a shadow: [`RAM_START`], [`RAM_SIZE`] and [`SHADOW_START`] are its symbols. Addresses outside of that memory
//! (flash, registers of devices) are never looked up. A shadow byte describes one granule of 8, 16 or 32 bytes, in the encoding of [`crate::shadow`], but
//! without folded runs: 0 is a wholly addressable granule.
//!
//! Checks are calls that change no register but the link register and one or two scratch registers. The return address says which access it was, so the code
//! holds no record of it: `sane decode` reads source lines from the ELF file.

use crate::shadow::PARTIAL;
use crate::target::Architecture;

/// What code for bare metal has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The instruction set.
    pub architecture: Architecture,
    /// Bytes of memory that one shadow byte describes: 8, 16 or 32.
    pub granule: usize,
    /// The shadow is tested in place; a call decides only where that finds something.
    pub inline: bool,
    /// Records of the places of checks are in the program, so that the device itself can name file and line.
    pub places: bool,
    /// Reads are not checked.
    pub only_writes: bool,
}

/// Granules that are supported, in bytes.
pub const GRANULES: [usize; 3] = [8, 16, 32];

/// First byte of the memory that has a shadow; a symbol of the linker script.
pub const RAM_START: &str = "__sanecc_ram_start";
/// Bytes of that memory; an absolute symbol of the linker script.
pub const RAM_SIZE: &str = "__sanecc_ram_size";
/// First byte of the shadow; a symbol of the linker script.
pub const SHADOW_START: &str = "__sanecc_shadow_start";

/// Every checked module refers to the symbol of its granule, which only a runtime of the same version and granule defines.
pub const fn version_symbol(granule: usize) -> &'static str {
    match granule {
        8 => "__sanecc_bare_v9_is_missing__link_with_sanecc_or_libsanecc_bare_8.a",
        16 => "__sanecc_bare_v9_is_missing__link_with_sanecc_or_libsanecc_bare_16.a",
        _ => "__sanecc_bare_v9_is_missing__link_with_sanecc_or_libsanecc_bare_32.a",
    }
}

/// Accesses of so many bytes, aligned to as many, have a check of their own: `__sanecc_bare_load4` and so on.
pub const SIZES: [u64; 4] = [1, 2, 4, 8];
/// Prefix of the checks of reads.
pub const LOAD: &str = "__sanecc_bare_load";
/// Prefix of the checks of writes.
pub const STORE: &str = "__sanecc_bare_store";
/// The check of a range: address, length in bytes, and [`crate::site::flags`] or the address of a [`crate::site::Site`].
pub const RANGE: &str = "__sanecc_bare_range";
/// `void __sanecc_bare_object(const void *address, size_t length, const void *start, size_t size, const char *name, const Site *)`: an access to an
/// object that the compiler sees is outside of it. Reports.
pub const OBJECT: &str = "__sanecc_bare_object";
/// The same with address and start alone; behind the call, which does not return, stand four words: length, size, name, and flags or site.
pub const OBJECT_CONSTANT: &str = "__sanecc_bare_object_constant";
/// `void __sanecc_bare_overlap(const void *to, const void *from, size_t length)`: the ranges of a `memcpy` overlap. Reports.
pub const OVERLAP: &str = "__sanecc_bare_overlap";
/// `void __sanecc_bare_enter(void *frame, const Frame *)`: poisons the redzones of a frame, and writes its header.
pub const ENTER: &str = "__sanecc_bare_enter";
/// `void __sanecc_bare_clear(void *start, size_t size)`: all of it is addressable again; multiples of a granule.
pub const CLEAR: &str = "__sanecc_bare_clear";
/// `void __sanecc_bare_open(void *object, size_t size)`: an object of a frame comes into scope.
pub const OPEN: &str = "__sanecc_bare_open";
/// `void __sanecc_bare_close(void *object, size_t size)`: its scope ends.
pub const CLOSE: &str = "__sanecc_bare_close";
/// `void __sanecc_bare_alloca(void *object, size_t size)`: redzones around an object of variable size, see [`crate::symbols::POISON_ALLOCA`].
pub const ALLOCA: &str = "__sanecc_bare_alloca";
/// `void __sanecc_bare_restore(void *top, void *bottom)`: see [`crate::symbols::UNPOISON_ALLOCAS`].
pub const RESTORE: &str = "__sanecc_bare_restore";
/// `void __sanecc_bare_jump(const jmp_buf)`: frames are about to be left without their ends (`longjmp`), for the place that is in the buffer.
pub const JUMP: &str = "__sanecc_bare_jump";
/// `void __sanecc_init(void)`: clears the shadow and poisons the redzones of globals. For the first line of a reset handler; a constructor calls it in any
/// case.
pub const INIT: &str = "__sanecc_init";
/// Prefix of the checked forms of library functions.
pub const CALL: &str = "__sanecc_call_";

/// Library functions of at most three arguments that are called through their checked form.
pub const CALLS: [&str; 16] = [
    "memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strnlen", "strcpy", "strncpy",
    "strcat", "strncat", "strcmp", "strncmp", "strchr", "strrchr", "strstr",
];

/// The section with the records of globals: a [`Global`] each.
pub const GLOBALS: &str = "sanecc_globals";
/// The section with the names of objects. The linker script may leave it in the ELF file alone; then records hold what only `sane decode` can read.
pub const NAMES: &str = "sanecc_names";

/// A global with a redzone after it. The redzone's size follows from the variable's.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Global {
    /// Where it is.
    pub address: u32,
    /// Bytes of the variable, without the redzone.
    pub size: u32,
}

/// Description of a frame; as many [`FrameObject`]s follow.
#[repr(C)]
#[derive(Debug)]
pub struct Frame {
    /// Names of the objects, one a line, in [`NAMES`]; the first line is the function.
    pub names: u32,
    /// Bytes of the whole chunk.
    pub size: u32,
    /// How many objects.
    pub objects: u32,
}

/// An object of a frame.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FrameObject {
    /// Bytes from the start of the chunk.
    pub offset: u32,
    /// Bytes of the object; [`CLOSED`] is set if it is out of scope at first.
    pub size: u32,
}

/// See [`FrameObject::size`].
pub const CLOSED: u32 = 1 << 31;

/// First bytes of a live frame chunk, in its left redzone.
#[repr(C)]
#[derive(Debug)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u32,
    /// Address of the [`Frame`].
    pub frame: u32,
}

/// First word of a live frame chunk.
pub const MAGIC: u32 = 0x5A4E_4543;

/// Bytes of redzone before the first object of a frame.
pub const fn left_redzone(granule: usize) -> usize {
    if granule < 8 { 8 } else { granule }
}

/// Bytes of redzone after a stack object, such that the next one starts on a granule.
pub const fn redzone_after(size: usize, granule: usize) -> usize {
    let wanted = match size {
        0..=16 => 8,
        17..=128 => 16,
        129..=512 => 32,
        _ => 64,
    };
    wanted + (granule - (size + wanted) % granule) % granule
}

/// Bytes of redzone after a global.
pub const fn global_redzone(size: usize, granule: usize) -> usize {
    let quarter = size / 4;
    let wanted = if quarter < 16 {
        16
    } else if quarter > 256 {
        256
    } else {
        quarter
    };
    wanted + (granule - (size + wanted) % granule) % granule
}

/// The shadow byte of a granule of which the first `bytes` may be touched.
pub const fn shadow_of(bytes: usize, granule: usize) -> u8 {
    if bytes >= granule {
        0
    } else {
        PARTIAL + bytes as u8
    }
}

/// Shadow bytes in a [`Record`]: half of them before the first bad byte's.
pub const SHADOW_SHOWN: usize = 32;
/// Words of the stack in a [`Record`].
pub const STACK_SHOWN: usize = 24;

/// A report as the device keeps and prints it. Little-endian words; addresses are the device's.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// [`Record::MAGIC`].
    pub magic: u32,
    /// Bytes of the record.
    pub size: u16,
    /// A [`crate::kind::Kind`], as a number.
    pub kind: u8,
    /// Bit 0: the access writes.
    pub flags: u8,
    /// Bytes that a shadow byte describes.
    pub granule: u16,
    /// Number of the interrupt whose handler made the access; 0 for none.
    pub interrupt: u16,
    /// First byte of the access.
    pub address: u32,
    /// Its size in bytes.
    pub bytes: u32,
    /// The first byte that may not be touched.
    pub bad: u32,
    /// Where the check of the access returns to.
    pub pc: u32,
    /// The stack pointer then, or somewhat below.
    pub sp: u32,
    /// First byte of the object that the access missed; 0 if none is known.
    pub object: u32,
    /// Its size in bytes.
    pub object_size: u32,
    /// Address of its name, or of a frame's names, in [`NAMES`]; 0 without.
    pub names: u32,
    /// Which of the frame's objects, from 1; 0 if `names` is that of the object.
    pub index: u32,
    /// Where the chunk was allocated: the caller's return address; 0 if it is none.
    pub allocated: u32,
    /// Where it was freed.
    pub freed: u32,
    /// Shadow around [`Record::bad`].
    pub shadow: [u8; SHADOW_SHOWN],
    /// The stack from [`Record::sp`] on.
    pub stack: [u32; STACK_SHOWN],
    /// [`Record::checksum`].
    pub check: u32,
}

impl Record {
    /// The first word: `SNC1`.
    pub const MAGIC: u32 = u32::from_le_bytes(*b"SNC1");

    /// No report.
    pub const NONE: Self = Self {
        magic: 0,
        size: 0,
        kind: 0,
        flags: 0,
        granule: 0,
        interrupt: 0,
        address: 0,
        bytes: 0,
        bad: 0,
        pc: 0,
        sp: 0,
        object: 0,
        object_size: 0,
        names: 0,
        index: 0,
        allocated: 0,
        freed: 0,
        shadow: [0; SHADOW_SHOWN],
        stack: [0; STACK_SHOWN],
        check: 0,
    };

    /// The record as bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8; size_of::<Self>()] {
        // SAFETY: numbers alone, without a gap between them.
        unsafe { &*(&raw const *self).cast() }
    }

    /// The record of these bytes, if they are one.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        if bytes.len() < size_of::<Self>() {
            return None;
        }
        // SAFETY: so many bytes are there, and every pattern of bits is a record.
        let record: Self = unsafe { bytes.as_ptr().cast::<Self>().read_unaligned() };
        let whole = record.magic == Self::MAGIC
            && usize::from(record.size) == size_of::<Self>()
            && record.check == record.checksum();
        whole.then_some(record)
    }

    /// A sum (FNV-1a) over all bytes before [`Record::check`].
    #[inline]
    pub fn checksum(&self) -> u32 {
        let covered = core::mem::offset_of!(Self, check);
        let bytes = self.bytes().iter().take(covered);
        bytes.fold(0x811c_9dc5, |sum, byte| {
            (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_start_on_granules_and_keep_a_redzone() {
        for granule in GRANULES {
            for size in 0..5_000 {
                for redzone in [redzone_after(size, granule), global_redzone(size, granule)] {
                    assert!(redzone >= 8);
                    assert_eq!((size + redzone) % granule, 0);
                }
            }
        }
    }

    #[test]
    fn a_partial_granule_is_neither_whole_nor_poison() {
        for granule in GRANULES {
            for bytes in 1..granule {
                let byte = shadow_of(bytes, granule);
                assert!((PARTIAL..0x80).contains(&byte));
            }
            assert_eq!(shadow_of(granule, granule), 0);
        }
    }

    #[test]
    fn a_record_is_read_back_and_a_changed_one_is_refused() {
        let mut record = Record {
            magic: Record::MAGIC,
            size: size_of::<Record>() as u16,
            address: 0x2000_0000,
            ..Record::NONE
        };
        record.check = record.checksum();
        let bytes = *record.bytes();
        assert_eq!(Record::read(&bytes), Some(record));
        assert_eq!(Record::read(&bytes[1..]), None);
        for at in 0..bytes.len() {
            let mut changed = bytes;
            changed[at] ^= 0x10;
            assert_eq!(Record::read(&changed), None, "{at}");
        }
    }
}
