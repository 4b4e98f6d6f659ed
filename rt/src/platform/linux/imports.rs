//! Functions that loaded files import, and where their addresses stand.
//!
//! Source: ELF gABI, chapter 5 (dynamic section, relocations).

use super::super::PAGE;
use super::elf::Symbol;
use super::relocations::{ADDRESS, CALL_SLOT, Relocation, SLOT, kind_and_symbol};
use super::seccomp::syscall;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ops::Range;

/// Entries of a dynamic section.
mod tag {
    pub use super::super::relocations::{RELOCATION_BYTES, RELOCATIONS};

    pub const STRINGS: usize = 5;
    pub const SYMBOLS: usize = 6;
    pub const CALL_BYTES: usize = 2;
    pub const CALLS: usize = 23;
}

/// A loaded file that has a dynamic section.
pub struct LoadedFile<'a> {
    /// Its path as the loader knows it; empty for the program itself.
    pub name: &'a CStr,
    /// How many files were loaded so far, in all.
    pub loads: u64,
    /// Its memory.
    pub range: Range<usize>,
    base: usize,
    /// What the loader has made read-only.
    sealed: Range<usize>,
    /// By the entries of [`tag`].
    dynamic: [usize; 24],
}

/// Calls `each` with every loaded file.
pub fn for_each_file(mut each: impl FnMut(&LoadedFile<'_>)) {
    let mut each: &mut dyn FnMut(&LoadedFile<'_>) = &mut each;
    // SAFETY: the callback gets the pointer to `each` and does not keep it.
    unsafe { libc::dl_iterate_phdr(Some(tell), (&raw mut each).cast()) };
}

/// How many files were loaded so far, in all.
pub fn count_of_loads() -> u64 {
    unsafe extern "C" fn first(
        info: *mut libc::dl_phdr_info,
        _: usize,
        loads: *mut c_void,
    ) -> c_int {
        // SAFETY: the loader's description, and the number below.
        unsafe { *loads.cast::<u64>() = (*info).dlpi_adds };
        1
    }
    let mut loads = 0u64;
    // SAFETY: the callback writes a number.
    unsafe { libc::dl_iterate_phdr(Some(first), (&raw mut loads).cast()) };
    loads
}

unsafe extern "C" fn tell(info: *mut libc::dl_phdr_info, _: usize, each: *mut c_void) -> c_int {
    // SAFETY: the loader's description, valid during the call; `each` comes from `for_each_file`.
    let (info, each) = unsafe { (&*info, &mut *each.cast::<&mut dyn FnMut(&LoadedFile<'_>)>()) };
    // SAFETY: the headers of a loaded file, and its name.
    let (headers, name) = unsafe {
        (
            core::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum as usize),
            CStr::from_ptr(info.dlpi_name),
        )
    };
    let base = info.dlpi_addr as usize;
    let mut file = LoadedFile {
        name,
        loads: info.dlpi_adds,
        range: 0..0,
        base,
        sealed: 0..0,
        dynamic: [0; 24],
    };
    let mut section = 0;
    for header in headers {
        let start = base.wrapping_add(header.p_vaddr as usize);
        let end = start.wrapping_add(header.p_memsz as usize);
        match header.p_type {
            libc::PT_LOAD if file.range.is_empty() => file.range = start..end,
            libc::PT_LOAD => {
                file.range = file.range.start.min(start)..file.range.end.max(end);
            }
            libc::PT_DYNAMIC => section = start,
            // Whole pages, of which a part at the end stays writable.
            libc::PT_GNU_RELRO => file.sealed = start & !(PAGE - 1)..end & !(PAGE - 1),
            _ => {}
        }
    }
    if section != 0 {
        // SAFETY: the dynamic section ends with a null entry.
        unsafe { file.read_dynamic(section as *const [usize; 2]) };
        each(&file);
    }
    0
}

impl LoadedFile<'_> {
    unsafe fn read_dynamic(&mut self, mut entry: *const [usize; 2]) {
        // SAFETY: as the caller promises.
        while let [kind, value] = unsafe { *entry }
            && kind != 0
        {
            if let Some(place) = self.dynamic.get_mut(kind) {
                *place = value;
            }
            // SAFETY: as above.
            entry = unsafe { entry.add(1) };
        }
        // The loader makes addresses of these, but for files that it must not write to.
        for table in [tag::STRINGS, tag::SYMBOLS, tag::RELOCATIONS, tag::CALLS] {
            if self.dynamic[table] != 0 && self.dynamic[table] < self.base {
                self.dynamic[table] += self.base;
            }
        }
    }

    /// Calls `each` with the name of every symbol that the file refers to and does not define, and the address of the word that leads
    /// to it if that is a slot of the global offset table.
    pub fn for_each_import(&self, mut each: impl FnMut(&CStr, Option<usize>)) {
        let tables = [
            (tag::RELOCATIONS, tag::RELOCATION_BYTES),
            (tag::CALLS, tag::CALL_BYTES),
        ];
        for (table, bytes) in tables {
            let count = self.dynamic[bytes] / size_of::<Relocation>();
            if self.dynamic[table] == 0 || count == 0 {
                continue;
            }
            let table = self.dynamic[table] as *const Relocation;
            // SAFETY: relocations of a loaded file, whose symbols have names.
            unsafe {
                for relocation in core::slice::from_raw_parts(table, count) {
                    let (kind, symbol) = kind_and_symbol(relocation);
                    if matches!(kind, ADDRESS | SLOT | CALL_SLOT) {
                        let symbols = self.dynamic[tag::SYMBOLS] as *const Symbol;
                        let symbol = &*symbols.add(symbol);
                        if symbol.st_shndx == 0 && symbol.st_name != 0 {
                            let strings = self.dynamic[tag::STRINGS] as *const c_char;
                            let name = CStr::from_ptr(strings.add(symbol.st_name as usize));
                            let place = self.base + relocation.r_offset as usize;
                            each(name, (kind != ADDRESS).then_some(place));
                        }
                    }
                }
            }
        }
    }

    /// What writes to slots of the file's global offset table.
    pub fn slots(&self) -> SlotWriter<'_> {
        SlotWriter {
            file: self,
            is_open: false,
        }
    }

    fn seal(&self, protection: c_int) -> bool {
        let arguments = [
            self.sealed.start,
            self.sealed.len(),
            protection as usize,
            0,
            0,
            0,
        ];
        // SAFETY: whole pages of the file that hold nothing but what relocations write.
        unsafe { syscall(libc::SYS_mprotect, arguments) == 0 }
    }
}

/// Writes to slots of the global offset table. What the loader has made read-only is opened for the first of them, and closed again
/// in the end.
pub struct SlotWriter<'a> {
    file: &'a LoadedFile<'a>,
    is_open: bool,
}

impl SlotWriter<'_> {
    /// Leads the slot at `place` to `value`, unless the system does not let it be written to.
    pub fn write(&mut self, place: usize, value: usize) {
        if self.file.sealed.contains(&place) && !self.is_open {
            self.is_open = self.file.seal(libc::PROT_READ | libc::PROT_WRITE);
            if !self.is_open {
                return;
            }
        }
        // SAFETY: a word of the file, writable now; others may be reading it.
        unsafe {
            core::sync::atomic::AtomicUsize::from_ptr(place as *mut usize)
                .store(value, core::sync::atomic::Ordering::Release);
        }
    }
}

impl Drop for SlotWriter<'_> {
    fn drop(&mut self) {
        if self.is_open {
            self.file.seal(libc::PROT_READ);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_this_program_imports_is_found_where_it_stands() {
        let mut seen = false;
        for_each_file(|file| {
            file.for_each_import(|name, place| {
                if let Some(place) = place
                    && name == c"dl_iterate_phdr"
                    && file.name.is_empty()
                {
                    assert!(file.range.contains(&place));
                    // SAFETY: a word of the global offset table.
                    seen |= unsafe { *(place as *const usize) } != 0;
                }
            });
        });
        assert!(seen);
    }
}
