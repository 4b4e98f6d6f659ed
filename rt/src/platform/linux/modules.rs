//! The loaded files of the process, part by part, and the loader's lock.

use core::ffi::{c_int, c_void};
use core::ops::Range;

/// Part of a loaded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it, from its first byte to its last.
    Whole(Range<usize>),
    /// Memory that it can write: its global variables.
    Writable(Range<usize>),
    /// The calling thread's copy of its thread-local variables.
    ThreadLocal(Range<usize>),
}

/// Calls `each` with the parts of every loaded file.
pub fn for_each_part(mut each: impl FnMut(Part)) {
    let mut each: &mut dyn FnMut(Part) = &mut each;
    // SAFETY: the callback gets the pointer to `each` and does not keep it.
    unsafe { libc::dl_iterate_phdr(Some(tell), (&raw mut each).cast()) };
}

unsafe extern "C" fn tell(info: *mut libc::dl_phdr_info, size: usize, each: *mut c_void) -> c_int {
    // SAFETY: the loader's description, valid during the call; `each` comes from `for_each_part`.
    let (info, each) = unsafe { (&*info, &mut *each.cast::<&mut dyn FnMut(Part)>()) };
    // SAFETY: the headers of a loaded file.
    let headers = unsafe { core::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum as usize) };
    let (mut first, mut last) = (usize::MAX, 0);
    for header in headers {
        let start = (info.dlpi_addr as usize).wrapping_add(header.p_vaddr as usize);
        let range = start..start.wrapping_add(header.p_memsz as usize);
        if header.p_type == libc::PT_LOAD {
            (first, last) = (first.min(range.start), last.max(range.end));
            if header.p_flags & libc::PF_W != 0 {
                each(Part::Writable(range));
            }
        } else if header.p_type == libc::PT_TLS
            && size >= size_of::<libc::dl_phdr_info>()
            && !info.dlpi_tls_data.is_null()
        {
            let start = info.dlpi_tls_data as usize;
            each(Part::ThreadLocal(start..start + range.len()));
        }
    }
    if first < last {
        each(Part::Whole(first..last));
    }
    0
}

/// Runs `work` while no other thread can load or unload files.
pub fn under_loader_lock<R>(work: impl FnOnce() -> R) -> Option<R> {
    let mut state = (Some(work), None);
    unsafe extern "C" fn run<R, W: FnOnce() -> R>(
        _: *mut libc::dl_phdr_info,
        _: usize,
        state: *mut c_void,
    ) -> c_int {
        // SAFETY: the pair below, during the call.
        let (work, result) = unsafe { &mut *state.cast::<(Option<W>, Option<R>)>() };
        *result = work.take().map(|work| work());
        1
    }
    fn callback<R, W: FnOnce() -> R>(
        _: &(Option<W>, Option<R>),
    ) -> unsafe extern "C" fn(*mut libc::dl_phdr_info, usize, *mut c_void) -> c_int {
        run::<R, W>
    }
    let function = callback(&state);
    // SAFETY: the callback gets the pointer to `state` and does not keep it.
    unsafe { libc::dl_iterate_phdr(Some(function), (&raw mut state).cast()) };
    state.1
}

/// Where the dynamic loader was mapped; 0 in static programs.
pub fn loader_base() -> usize {
    // SAFETY: reads what the kernel handed to the process.
    unsafe { libc::getauxval(libc::AT_BASE) as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globals_lie_in_writable_parts() {
        static GLOBAL: core::sync::atomic::AtomicU32 = core::sync::atomic::AtomicU32::new(3);
        let address = &raw const GLOBAL as usize;
        let (mut writable, mut whole, mut loader) = (false, false, false);
        let done = under_loader_lock(|| {
            for_each_part(|part| match part {
                Part::Writable(range) => writable |= range.contains(&address),
                Part::Whole(range) => {
                    whole |= range.contains(&address);
                    loader |= range.contains(&loader_base());
                }
                Part::ThreadLocal(_) => {}
            });
            7
        });
        assert_eq!((done, writable, whole, loader), (Some(7), true, true, true));
    }
}
