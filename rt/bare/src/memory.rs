//! The memory that has a shadow, as the linker script says it, and reads and writes of it by number.

use core::sync::atomic::{AtomicU32, Ordering};

unsafe extern "C" {
    static __sanecc_ram_start: u8;
    static __sanecc_ram_size: u8;
    static __sanecc_shadow_start: u8;
    static __sanecc_shadow_end: u8;
}

/// First byte of the memory with a shadow.
pub fn start() -> usize {
    &raw const __sanecc_ram_start as usize
}

/// Its size in bytes.
pub fn size() -> usize {
    &raw const __sanecc_ram_size as usize
}

/// The first byte of the shadow, and the first after it.
pub fn shadow() -> (usize, usize) {
    (
        &raw const __sanecc_shadow_start as usize,
        &raw const __sanecc_shadow_end as usize,
    )
}

/// Whether the address has a shadow.
pub fn contains(address: usize) -> bool {
    address.wrapping_sub(start()) < size()
}

/// A byte of memory.
///
/// # Safety
/// The address must be readable.
pub unsafe fn byte(address: usize) -> u8 {
    // SAFETY: the caller guarantees it; volatile, because other code writes there without Rust's knowledge.
    unsafe { (address as *const u8).read_volatile() }
}

/// Writes a byte of memory.
///
/// # Safety
/// The address must be writable, and no object of Rust's.
pub unsafe fn set_byte(address: usize, value: u8) {
    // SAFETY: the caller guarantees it.
    unsafe { (address as *mut u8).write_volatile(value) }
}

/// Copies what this runtime copies of its own. Calls that the compiler makes of `memcpy` get this name when the runtime is packed, because a `memcpy` of the program may be
/// checked.
///
/// # Safety
/// As for `memcpy`.
#[unsafe(no_mangle)]
unsafe extern "C" fn sanecc_rt_bare_copy(to: usize, from: usize, bytes: usize) -> usize {
    for at in 0..bytes {
        // SAFETY: the caller guarantees it.
        unsafe { set_byte(to + at, byte(from + at)) }
    }
    to
}

/// A word of memory.
///
/// # Safety
/// The address must be readable and a multiple of 4.
pub unsafe fn word(address: usize) -> u32 {
    // SAFETY: the caller guarantees it.
    unsafe { (address as *const u32).read_volatile() }
}

/// Writes a word of memory.
///
/// # Safety
/// The address must be writable, a multiple of 4, and no object of Rust's.
pub unsafe fn set_word(address: usize, value: u32) {
    // SAFETY: the caller guarantees it.
    unsafe { (address as *mut u32).write_volatile(value) }
}

/// A flag that interrupt handlers may see at any time. Cortex-M0 has no atomic exchange; a plain load and store do, because whoever interrupts
/// between them does not come back before it is done.
pub struct Flag(AtomicU32);

impl Flag {
    /// A flag that is not set.
    pub const fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Whether it is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Sets it.
    pub fn set(&self) {
        self.0.store(1, Ordering::Relaxed);
    }
}
