//! The dynamic loader, where the program has one.

use super::super::dlsym_function;
use super::elf::Symbol;
use core::ffi::{CStr, c_char, c_int};
use core::mem::MaybeUninit;

/// How the names of the files begin that the loader itself is in, and that the kernel brings along.
pub const LOADER_FILES: [&str; 2] = ["ld-linux", "linux-vdso."];

type Find = extern "C" fn(library: usize, name: *const c_char) -> usize;
type Open = extern "C" fn(name: *const c_char, flags: c_int) -> usize;

/// The address of a symbol in a library (or `RTLD_NEXT`); `None` if it is not there, and in static programs.
pub fn find_symbol(library: usize, name: &CStr) -> Option<usize> {
    let function = dlsym_function();
    if function.is_null() {
        return None;
    }
    // SAFETY: the C library's `dlsym`.
    let find = unsafe { core::mem::transmute::<*const u8, Find>(function) };
    Some(find(library, name.as_ptr())).filter(|address| *address != 0)
}

/// Loads a library, or finds it loaded; `None` if it cannot be.
pub fn open_library(name: &CStr) -> Option<usize> {
    let address = find_symbol(libc::RTLD_NEXT as usize, c"dlopen")?;
    // SAFETY: the C library's `dlopen`.
    let open = unsafe { core::mem::transmute::<usize, Open>(address) };
    Some(open(name.as_ptr(), libc::RTLD_LAZY)).filter(|library| *library != 0)
}

/// Size in bytes of the variable that a loaded file exports at exactly this address.
pub fn symbol_size_at(address: usize) -> Option<usize> {
    /// `RTLD_DL_SYMENT`
    const WITH_SYMBOL: c_int = 1;
    type Locate = extern "C" fn(
        address: usize,
        place: *mut libc::Dl_info,
        symbol: *mut *const Symbol,
        flags: c_int,
    ) -> c_int;
    let function = find_symbol(libc::RTLD_NEXT as usize, c"dladdr1")?;
    // SAFETY: the C library's `dladdr1`.
    let locate = unsafe { core::mem::transmute::<usize, Locate>(function) };
    let (mut place, mut symbol) = (MaybeUninit::<libc::Dl_info>::uninit(), core::ptr::null());
    if locate(address, place.as_mut_ptr(), &mut symbol, WITH_SYMBOL) == 0 || symbol.is_null() {
        return None;
    }
    // SAFETY: the call has filled both in.
    let (start, size) = unsafe { (place.assume_init().dli_saddr, (*symbol).st_size) };
    (start as usize == address).then_some(size as usize)
}
