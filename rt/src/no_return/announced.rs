//! Whether whoever leaves frames without their epilogues says how far, when it is so far: then their poison stays until that moment, and that of
//! frames which live on for good.
//!
//! Compiled code says so of its jumps, and libraries call `longjmp` through ours ([`crate::library::outside`]). Exceptions, and threads that end,
//! have an unwinder ask each frame's personality routine. One that wants to go on there calls `_Unwind_SetIP` (32-bit Arm: `_Unwind_VRS_Set`), which is ours
//! ([`super::unwound_to`]). Only what is linked into one file together with an unwinder calls that file's own.

use crate::library::outside;
use crate::platform::{self, LoadedFile};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sanecc_abi::symbols::{ANNOUNCES, UNWINDER_GOES_ON};

/// How many files had been loaded when it was last looked at them, times two, and one if none of them has an unwinder of its own.
static JUDGED: AtomicU64 = AtomicU64::new(0);

/// Whether the loader cannot be asked.
static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// The process is the copy of one in which another thread may have held the loader's lock: nobody will ever give it back.
pub fn never_ask() {
    IS_SILENT.store(true, Ordering::Relaxed);
}

/// Files that may look for unwind tables: the unwinders that all others share, and what they are part of.
const SHARED: [&str; 4] = ["libc.", "libgcc_s.", "libsanecc_rt.", "libunwind."];

/// How an unwinder finds unwind tables.
const FINDS_TABLES: [&str; 3] = [
    "dl_iterate_phdr",
    "_dl_find_object",
    "__gnu_Unwind_Find_exidx",
];

/// Whether every jump and every unwinder is, as far as one can know. `redirect` leads the slots of files that were loaded since; `own` is
/// memory of the file that the runtime is in, whose unwinder is known to be no other.
pub fn is_every_way_out(redirect: fn(), own: usize) -> bool {
    if IS_SILENT.load(Ordering::Relaxed) {
        return false;
    }
    let loads = platform::count_of_loads();
    let judged = JUDGED.load(Ordering::Relaxed);
    if judged >> 1 == loads {
        return judged & 1 != 0;
    }
    judge(loads, redirect, own)
}

#[cold]
fn judge(loads: u64, redirect: fn(), own: usize) -> bool {
    redirect();
    if !outside::has_led(loads) {
        return false;
    }
    let mut is_alone = true;
    platform::for_each_file(|file| {
        is_alone &= file.range.contains(&own) || !has_own_unwinder(file);
    });
    JUDGED.store(loads << 1 | u64::from(is_alone), Ordering::Relaxed);
    is_alone
}

fn has_own_unwinder(file: &LoadedFile<'_>) -> bool {
    let name = outside::base_name(file);
    let mut shared = SHARED.iter().chain(&platform::LOADER_FILES);
    if shared.any(|prefix| name.starts_with(prefix)) {
        return false;
    }
    let (mut finds, mut calls) = (false, false);
    file.for_each_import(|name, _| {
        let name = name.to_bytes();
        finds |= FINDS_TABLES.iter().any(|one| name == one.as_bytes());
        calls |= UNWINDER_GOES_ON.iter().any(|one| name == one.as_bytes());
    });
    finds && !calls
}

/// Whether a function that never returns is compiled code which says so itself.
pub fn is_announced_by(function: usize) -> bool {
    let mark = platform::read_word(function.wrapping_sub(size_of::<u64>()));
    mark == Some(ANNOUNCES as usize)
}
