//! Stubs through which code without checks reaches library functions (`sanecc_rt::library::outside`): one for each row of the table, in
//! its order. Each enters the row's entry point with its record where thunks of checked code put it.

use crate::arch::{STUB_DISTANCE, lookup_stub, numbered_stub, outside_stubs};
use core::ffi::{CStr, c_char};
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_rt::library::outside::{self, COUNT, ENTRY, Other, RECORD_SIZE, RECORDS, Stubs};
use sanecc_rt::library::switches;
use sanecc_rt::{no_return, platform};

#[unsafe(naked)]
extern "C" fn stubs() {
    core::arch::naked_asm!(
        outside_stubs!(),
        count = const COUNT,
        size = const RECORD_SIZE,
        entry = const ENTRY,
        records = sym RECORDS,
    )
}

fn all_stubs() -> Stubs {
    Stubs {
        first: stubs as *const () as usize,
        distance: STUB_DISTANCE,
        others: &OTHERS,
    }
}

/// Leads the calls of files without checks here.
pub fn redirect() {
    outside::redirect(&all_stubs(), &raw const RECORDS as usize);
}

/// Jumps out of frames, of which some may be of checked functions: their poison must not stay where code without checks may put
/// its own objects.
static OTHERS: [Other; 4] = [
    other(c"longjmp", jump::<0>),
    other(c"_longjmp", jump::<1>),
    other(c"siglongjmp", jump::<2>),
    other(c"__longjmp_chk", jump::<3>),
];

const fn other(name: &'static CStr, stub: extern "C" fn()) -> Other {
    Other {
        name,
        stub,
        real: AtomicUsize::new(0),
    }
}

#[unsafe(naked)]
extern "C" fn jump<const NUMBER: usize>() {
    core::arch::naked_asm!(
        numbered_stub!(),
        number = const NUMBER,
        before = sym before_jump,
    )
}

extern "C" fn before_jump(number: usize, buffer: usize) -> usize {
    no_return::jumps(buffer);
    OTHERS[number].real.load(Ordering::Relaxed)
}

/// `dlsym`: functions that are checked elsewhere are checked where they are called by what it returns, too. Which library calls decides
/// what is found, so all else is left to the real one, with the stack as it is.
#[unsafe(export_name = "__sanecc_lib_dlsym")]
#[unsafe(naked)]
extern "C" fn dlsym() {
    core::arch::naked_asm!(lookup_stub!(), known = sym known)
}

/// The stub of a function, or 0.
extern "C" fn known(library: usize, name: *const c_char) -> usize {
    if name.is_null() || !switches::is_on(switches::LIBRARIES) {
        return 0;
    }
    // It is mostly asked for what was just loaded.
    redirect();
    // SAFETY: `dlsym` reads the string, too.
    let name = unsafe { CStr::from_ptr(name) };
    if library == libc::RTLD_NEXT as usize || !outside::has_stub(name) {
        return 0;
    }
    let found = platform::find_symbol(library, name);
    found
        .and_then(|found| outside::stub_of(name, found, &all_stubs()))
        .unwrap_or(0)
}
