//! Pages: mapping them, sealing them, and whether they are there.

use super::super::PAGE;
use super::known_thread::known_thread;
use super::seccomp::syscall;
use super::succeeded;
use super::width;
use super::{files, process_id};
use core::ffi::c_int;

/// Bytes of the kernel's pages.
pub fn page_size() -> usize {
    // SAFETY: looks up a number that the kernel has handed to the process.
    unsafe { libc::getauxval(libc::AT_PAGESZ) as usize }
}

/// Maps `length` bytes of zeroed private memory at any place, `hint` where it is free. The error is an errno.
pub fn map(hint: usize, length: usize) -> Result<usize, i32> {
    map_with(hint, length, protection(true), libc::MAP_NORESERVE)
}

/// Reserves `length` bytes of address space that cannot be touched before [`unseal`]. The error is an errno.
pub fn reserve(length: usize) -> Result<usize, i32> {
    map_with(0, length, protection(false), libc::MAP_NORESERVE)
}

/// Maps exactly `[address, address + length)`, accessible or not; fails with `EEXIST` where something is mapped there.
pub fn map_exactly(address: usize, length: usize, is_accessible: bool) -> Result<(), i32> {
    let flags = libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    let got = map_with(address, length, protection(is_accessible), flags)?;
    if got == address {
        return Ok(());
    }
    // A kernel older than 4.17 takes the address as a hint.
    unmap(got, length);
    Err(libc::EEXIST)
}

fn protection(is_accessible: bool) -> c_int {
    match is_accessible {
        true => libc::PROT_READ | libc::PROT_WRITE,
        false => libc::PROT_NONE,
    }
}

fn map_with(address: usize, length: usize, protection: c_int, flags: c_int) -> Result<usize, i32> {
    #[cfg(test)]
    if refusal::is_due() {
        return Err(libc::ENOMEM);
    }
    let flags = flags | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    let arguments = [
        address,
        length,
        protection as usize,
        flags as usize,
        usize::MAX,
        0,
    ];
    // SAFETY: a fresh mapping; without MAP_FIXED the kernel never replaces an existing one.
    succeeded(unsafe { syscall(width::MAP, arguments) })
}

/// Unmaps whole pages that the runtime mapped. False when the system refuses: that would need one mapping more.
pub fn unmap(address: usize, length: usize) -> bool {
    // SAFETY: callers hand in their own mappings only.
    unsafe { syscall(libc::SYS_munmap, [address, length, 0, 0, 0, 0]) == 0 }
}

/// Moves what `length` bytes of whole pages hold from `from` over the pages at `to`, without copying. What was
/// at `from` is untouched memory afterwards. False, and nothing moved, where the kernel cannot do that.
pub fn move_pages(from: usize, to: usize, length: usize) -> bool {
    // qemu takes from programs of 32 bits what `DONT_UNMAP` is to leave mapped.
    if cfg!(target_pointer_width = "32") {
        return false;
    }
    const DONT_UNMAP: c_int = 4;
    let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED | DONT_UNMAP;
    let arguments = [from, length, length, flags as usize, to, 0];
    // SAFETY: callers hand in their own mappings only.
    match succeeded(unsafe { syscall(libc::SYS_mremap, arguments) }) {
        Ok(_) => {
            // Also from others, where it was told how many addresses these get (`-R`).
            if cfg!(not(target_arch = "x86_64")) {
                unseal(from, length);
            }
            true
        }
        Err(_) => {
            // A kernel that fails late has already unmapped the target.
            let _ = map_exactly(to, length, true);
            false
        }
    }
}

/// Maps whole pages of one's own anew, as one untouched mapping whatever they were, accessible or not. False when the system
/// refuses; then nobody may count on what is there.
pub fn map_anew(address: usize, length: usize, is_accessible: bool) -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
    let (protection, flags) = (protection(is_accessible) as usize, flags as usize);
    let arguments = [address, length, protection, flags, usize::MAX, 0];
    // SAFETY: callers hand in their own mappings only.
    unsafe { syscall(width::MAP, arguments) == address as isize }
}

/// Gives the memory of whole pages back and makes them inaccessible; false when the system refuses (locked
/// memory, say), and then they may have been emptied but are accessible.
pub fn seal(address: usize, length: usize) -> bool {
    release(address, length) && close_pages(address, length)
}

/// Makes whole pages inaccessible that keep what they hold; false when the system refuses.
pub fn close_pages(address: usize, length: usize) -> bool {
    protect(address, length, protection(false))
}

/// Makes whole pages accessible again that were sealed or closed; false when the system refuses.
pub fn unseal(address: usize, length: usize) -> bool {
    protect(address, length, protection(true))
}

fn protect(address: usize, length: usize, protection: c_int) -> bool {
    // SAFETY: callers hand in their own mappings only.
    unsafe {
        syscall(
            libc::SYS_mprotect,
            [address, length, protection as usize, 0, 0, 0],
        ) == 0
    }
}

/// Gives the memory of whole pages back; they read as zero afterwards. False when the system refuses.
pub fn release(address: usize, length: usize) -> bool {
    advise(address, length, libc::MADV_DONTNEED)
}

/// Gives whole pages memory that can be written. Kernels before 5.14 refuse, and the pages get it when they are touched.
pub fn populate(address: usize, length: usize) -> bool {
    const POPULATE_WRITE: c_int = 23;
    advise(address, length, POPULATE_WRITE)
}

/// Whether core files get whole pages.
pub fn set_dumped(address: usize, length: usize, is_dumped: bool) {
    let advice = match is_dumped {
        true => libc::MADV_DODUMP,
        false => libc::MADV_DONTDUMP,
    };
    advise(address, length, advice);
}

/// Whether the system may give huge pages to whole pages.
pub fn set_huge_pages(address: usize, length: usize, are_wanted: bool) {
    let advice = match are_wanted {
        true => libc::MADV_HUGEPAGE,
        false => libc::MADV_NOHUGEPAGE,
    };
    advise(address, length, advice);
}

/// `madvise`; whether the kernel took the advice.
fn advise(address: usize, length: usize, advice: c_int) -> bool {
    // SAFETY: callers hand in their own mappings only.
    unsafe {
        syscall(
            libc::SYS_madvise,
            [address, length, advice as usize, 0, 0, 0],
        ) == 0
    }
}

/// Whether all pages of `[address, address + length)` are mapped (they may still be inaccessible).
pub fn is_mapped(address: usize, length: usize) -> bool {
    resident_pages_of(address, length).is_some()
}

/// Bytes of the pages of `[address, address + length)` that have memory; 0 where not all are mapped.
pub fn resident(address: usize, length: usize) -> usize {
    resident_pages_of(address, length).unwrap_or(0) * PAGE
}

/// How many pages have memory, `None` where not all are mapped.
fn resident_pages_of(address: usize, length: usize) -> Option<usize> {
    let start = address & !(PAGE - 1);
    let mut pages = (address + length - start).div_ceil(PAGE);
    let mut at = start;
    let mut found = 0;
    while pages > 0 {
        let mut residency = [0u8; 64];
        let count = pages.min(residency.len());
        let arguments = [at, count * PAGE, residency.as_mut_ptr() as usize, 0, 0, 0];
        // SAFETY: the kernel writes one byte per page, at most 64.
        if unsafe { syscall(libc::SYS_mincore, arguments) } < 0 {
            return None;
        }
        found += residency[..count]
            .iter()
            .filter(|page| **page & 1 != 0)
            .count();
        at += count * PAGE;
        pages -= count;
    }
    Some(found)
}

/// Whether any page of `[address, address + length)` has memory, or what it held was moved out of memory. True where that cannot be
/// known.
pub fn was_touched(address: usize, length: usize) -> bool {
    /// Bits of what the kernel says of a page: it is here, or it is swapped out.
    const SOMEWHERE: u64 = 3 << 62;
    let Some(file) = files::open(c"/proc/self/pagemap") else {
        return true;
    };
    let (mut page, end) = (address / PAGE, (address + length).div_ceil(PAGE));
    let mut entries = [0u64; 256];
    let mut touched = false;
    while page < end && !touched {
        let count = (end - page).min(entries.len());
        let place = (entries.as_mut_ptr() as usize, count * 8);
        let (number, arguments) = width::read_at_call(file, place, page as u64 * 8);
        // SAFETY: the kernel writes as many entries at most.
        let read = unsafe { syscall(number, arguments) };
        touched = read != (count * 8) as isize
            || entries[..count].iter().any(|entry| entry & SOMEWHERE != 0);
        page += count;
    }
    files::close(file);
    touched
}

const WORD: usize = size_of::<usize>();

/// Whether all bytes of a word can be read: the kernel looks at each half before it would wait for that to change, which it does not at all.
fn is_word_readable(address: usize) -> bool {
    const HALF: usize = size_of::<u32>();
    let at_once = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let operation = (libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG) as usize;
    let is_readable = |half: usize| {
        let arguments = [half, operation, 0, &raw const at_once as usize, 0, 0];
        // SAFETY: the kernel reads the time, and checks the other address.
        let answer = unsafe { syscall(libc::SYS_futex, arguments) };
        answer != -(libc::EFAULT as isize) && answer != -(libc::EINVAL as isize)
    };
    let Some(last) = address.checked_add(WORD - 1) else {
        return false;
    };
    let first = address & !(HALF - 1);
    (first..=last).step_by(HALF).all(is_readable)
}

/// Reads one word that may not be accessible, where that is not known to be through the kernel.
pub fn read_word(address: usize) -> Option<usize> {
    if is_in_own_frames(address) {
        // SAFETY: see there.
        return Some(unsafe { *(address as *const usize) });
    }
    let mut word = 0usize;
    let place = (&raw mut word).cast();
    // SAFETY: `word` has so many bytes.
    match unsafe { read_through_kernel(address, place, WORD) } {
        Ok(WORD) => Some(word),
        // Emulators do not know the call.
        Err(libc::ENOSYS) if is_word_readable(address) => {
            // SAFETY: the kernel has just read it.
            Some(unsafe { (address as *const usize).read_unaligned() })
        }
        // Some sandboxes forbid the call for oneself too; then only mapped pages are tried.
        Err(error)
            if error != libc::EFAULT
                && address.is_multiple_of(WORD)
                && is_own_stack(address)
                && is_mapped(address, WORD) =>
        {
            // SAFETY: mapped and part of the running stack, hence readable.
            Some(unsafe { *(address as *const usize) })
        }
        Ok(_) | Err(_) => None,
    }
}

fn is_own_stack(address: usize) -> bool {
    let stack = known_thread().stack();
    stack.is_some_and(|stack| stack.contains(&address))
}

/// Whether a word lies among the frames of the calling thread: on its stack, above where it stands.
fn is_in_own_frames(address: usize) -> bool {
    let sp = super::super::stack_pointer();
    address.is_multiple_of(WORD)
        && address >= sp
        && known_thread()
            .stack()
            .is_some_and(|stack| stack.contains(&sp) && stack.contains(&address))
}

/// Copies what a program hands over to the kernel, which may not be accessible; whether all of it is. Where sandboxes forbid to ask, it is
/// taken to be.
///
/// # Safety
/// So many bytes can be written at `to`.
pub(super) unsafe fn read_bytes(from: usize, to: *mut u8, length: usize) -> bool {
    // SAFETY: as the caller promises.
    match unsafe { read_through_kernel(from, to, length) } {
        Ok(read) => read == length,
        Err(libc::EFAULT) => false,
        Err(_) => {
            // SAFETY: as the caller promises, and as the program does.
            unsafe { to.copy_from(from as *const u8, length) };
            true
        }
    }
}

/// Copies as many bytes as are accessible; how many they were. The error is an errno.
///
/// # Safety
/// So many bytes can be written at `to`.
unsafe fn read_through_kernel(from: usize, to: *mut u8, length: usize) -> Result<usize, i32> {
    let local = libc::iovec {
        iov_base: to.cast(),
        iov_len: length,
    };
    let remote = libc::iovec {
        iov_base: from as *mut _,
        iov_len: length,
    };
    let arguments = [
        process_id() as usize,
        &raw const local as usize,
        1,
        &raw const remote as usize,
        1,
        0,
    ];
    // SAFETY: the kernel checks the remote address; for the other as the caller promises.
    succeeded(unsafe { syscall(libc::SYS_process_vm_readv, arguments) })
}

/// What `mlockall` may be asked for.
pub const LOCK_FLAGS: usize = (libc::MCL_CURRENT | libc::MCL_FUTURE | libc::MCL_ONFAULT) as usize;
/// The bit of `mprotect`'s argument that lets memory be read.
pub const PROTECTION_READ: usize = libc::PROT_READ as usize;
/// The flag of `mmap` that puts a mapping where something may lie.
pub const MAPPING_FIXED: usize = libc::MAP_FIXED as usize;

/// Lets tests see what becomes of a refused mapping.
#[cfg(test)]
pub mod refusal {
    use core::cell::Cell;

    std::thread_local! {
        static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    /// Lets this thread make so many mappings more; `usize::MAX` is any number.
    pub fn after(mappings: usize) {
        LEFT.set(mappings);
    }

    /// Whether the next one is refused. All after it are, too.
    pub fn is_due() -> bool {
        let left = LEFT.get();
        if left != usize::MAX && left != 0 {
            LEFT.set(left - 1);
        }
        left == 0
    }
}
