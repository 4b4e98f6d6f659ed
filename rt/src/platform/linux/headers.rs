//! What the program headers of the loaded files tell whoever unwinds or names their code.

use super::super::{UNWIND_SEGMENT, UNWINDER};
use super::EXECUTABLE;
use super::elf::ProgramHeader;
use core::ffi::{CStr, c_int, c_void};
use core::ops::Range;

/// A loaded file.
pub struct Module {
    /// Path; of the executable, [`EXECUTABLE`].
    pub path: &'static CStr,
    /// What was added to the addresses in the file.
    pub base: usize,
    /// From the lowest to the highest loaded byte.
    pub range: Range<usize>,
    /// Address of `.eh_frame_hdr`, and the end of the loaded segment that it lies in; of a table of the processor's own, its bounds.
    pub unwind_table: Option<(usize, usize)>,
    /// The linker's build id; empty without.
    pub build_id: &'static [u8],
}

/// Calls `each` with every loaded file, as the dynamic linker lists them.
pub fn for_each_module(mut each: &mut dyn FnMut(Module)) {
    // SAFETY: the callback gets the pointer to `each` and does not keep it.
    unsafe { libc::dl_iterate_phdr(Some(tell), (&raw mut each).cast()) };
}

unsafe extern "C" fn tell(info: *mut libc::dl_phdr_info, _size: usize, each: *mut c_void) -> c_int {
    // SAFETY: the dynamic linker's description, valid during the call; `each` comes from `for_each_module`.
    let (info, each) = unsafe { (&*info, &mut *each.cast::<&mut dyn FnMut(Module)>()) };
    let base = info.dlpi_addr as usize;
    // SAFETY: the headers of a loaded file.
    let headers = unsafe { core::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum as usize) };
    let place = |header: &ProgramHeader| {
        let start = base.wrapping_add(header.p_vaddr as usize);
        start..start.wrapping_add(header.p_memsz as usize)
    };
    let loaded = || {
        headers
            .iter()
            .filter(|header| header.p_type == libc::PT_LOAD)
            .map(place)
    };
    let Some(start) = loaded().map(|range| range.start).min() else {
        return 0;
    };
    let end = loaded().map(|range| range.end).max().unwrap_or(start);
    let table = headers
        .iter()
        .find(|header| header.p_type == UNWIND_SEGMENT)
        .map(place);
    let unwind_table = table.and_then(|table| {
        let segment = loaded().find(|range| range.contains(&table.start))?;
        let end = UNWINDER.map_or(segment.end, |_| table.end);
        Some((table.start, end))
    });
    let notes = headers
        .iter()
        .filter(|header| header.p_type == libc::PT_NOTE)
        .map(place);
    let build_id = notes.filter_map(build_id_in).next().unwrap_or_default();
    let path = if info.dlpi_name.is_null() {
        c""
    } else {
        // SAFETY: a NUL-terminated name that stays while the file is loaded.
        unsafe { CStr::from_ptr(info.dlpi_name) }
    };
    let path = if path.is_empty() { EXECUTABLE } else { path };
    each(Module {
        path,
        base,
        range: start..end,
        unwind_table,
        build_id,
    });
    0
}

/// The build id among the notes in a loaded segment.
fn build_id_in(segment: Range<usize>) -> Option<&'static [u8]> {
    const BUILD_ID: u32 = 3;
    let mut at = segment.start;
    while at + 12 <= segment.end {
        // SAFETY: inside a loaded segment, which stays while the report is made.
        let [name, length, kind] = unsafe { (at as *const [u32; 3]).read_unaligned() };
        let start = at + 12 + (name as usize).next_multiple_of(4);
        let end = start + length as usize;
        if end > segment.end {
            return None;
        }
        if kind == BUILD_ID {
            // SAFETY: likewise.
            return Some(unsafe { core::slice::from_raw_parts(start as *const u8, end - start) });
        }
        at = end.next_multiple_of(4);
    }
    None
}
