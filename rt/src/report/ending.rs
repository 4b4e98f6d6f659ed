//! How the program ends after a report, or that it goes on.

use super::finding::Finding;
use crate::platform;
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};
use sanecc_abi::site::flags;

static EXIT_CODE: AtomicI32 = AtomicI32::new(1);
static ABORT: AtomicBool = AtomicBool::new(false);
static HALT: AtomicBool = AtomicBool::new(true);
static DEATH_CALLBACK: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());

/// How the program ends after a report.
pub fn set(exit_code: i32, abort: bool, halt: bool) {
    EXIT_CODE.store(exit_code, Ordering::Relaxed);
    ABORT.store(abort, Ordering::Relaxed);
    HALT.store(halt, Ordering::Relaxed);
}

/// Exit status after an error.
pub fn exit_code() -> i32 {
    EXIT_CODE.load(Ordering::Relaxed)
}

/// A function of the program that is called before the process ends; null for none.
pub fn set_death_callback(callback: *const ()) {
    DEATH_CALLBACK.store(callback.cast_mut(), Ordering::Release);
}

/// Whether the program may go on after this error: the user allows it, and there is a way to go on. For faults and
/// for memory that may not be refused there is none.
pub fn may_go_on(finding: &Finding<'_>) -> bool {
    let has_way = match finding {
        Finding::Fault { .. } | Finding::OutOfMemory { .. } => false,
        Finding::Access { .. }
        | Finding::Object { .. }
        | Finding::DoubleFree { .. }
        | Finding::BadFree { .. }
        | Finding::CorruptedHeader { .. }
        | Finding::Mismatch { .. }
        | Finding::Library { .. }
        | Finding::Overlap { .. }
        | Finding::NegativeSize { .. }
        | Finding::SizeOfNoBlock { .. } => true,
    };
    has_way && !HALT.load(Ordering::Relaxed)
}

/// Whether the code of a check goes on after its report: it was compiled for that, or it is a whole block operation,
/// which AddressSanitizer leaves to functions that return.
pub fn check_returns(finding: &Finding<'_>) -> bool {
    let returning = flags::RECOVER | flags::BLOCK;
    finding
        .site()
        .is_none_or(|site| site.flags & returning != 0)
}

/// Ends the process.
pub fn end() -> ! {
    let callback = DEATH_CALLBACK.swap(core::ptr::null_mut(), Ordering::AcqRel);
    if !callback.is_null() {
        // SAFETY: the program handed in a function without parameters.
        unsafe { core::mem::transmute::<*mut (), extern "C" fn()>(callback)() };
    }
    if ABORT.load(Ordering::Relaxed) {
        platform::abort();
    }
    platform::exit(exit_code())
}
