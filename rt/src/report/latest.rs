//! The facts of the report that is being made, for the program that asks: a debugger's script, say, or a function that a
//! report calls.

use super::finding::Finding;
use super::kind;
use crate::platform::Registers;
use core::ffi::c_char;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicUsize, Ordering};
use sanecc_abi::site::Site;

/// What of a report can be asked for, as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Where it happened.
    Pc,
    /// The frame pointer there.
    Bp,
    /// The stack pointer there.
    Sp,
    /// The address that could not be accessed.
    Address,
    /// 1: for writing, 0: for reading.
    IsWrite,
    /// Bytes of the access.
    Size,
}

static PRESENT: AtomicBool = AtomicBool::new(false);
/// By the numbers of [`Part`]; zeros where no report is being made. Debuggers read them, also in a core file, where they cannot call functions.
#[unsafe(export_name = "__sanecc_report_parts")]
static PARTS: [AtomicUsize; 6] = [const { AtomicUsize::new(0) }; 6];
/// The kind, as a C string.
static KIND: [AtomicU8; 64] = [const { AtomicU8::new(0) }; 64];
/// Where the compiler says it is, if it does.
static SITE: AtomicPtr<Site> = AtomicPtr::new(null_mut());
/// Whether what is noted here has been written out.
static IS_TOLD: AtomicBool = AtomicBool::new(false);

/// Notes an error that is about to be reported.
pub(super) fn set(finding: &Finding<'_>, registers: &Registers) {
    let access = finding.access();
    let (is_write, size) = access.map_or((false, 0), |access| (access.is_write, access.length));
    let values = [
        (Part::Pc, registers.pc),
        (Part::Bp, registers.frame),
        (Part::Sp, registers.sp),
        (Part::Address, finding.address()),
        (Part::IsWrite, is_write.into()),
        (Part::Size, size),
    ];
    for (part, value) in values {
        PARTS[part as usize].store(value, Ordering::Relaxed);
    }
    let site = finding
        .site()
        .map_or(null_mut(), |site| core::ptr::from_ref(site).cast_mut());
    SITE.store(site, Ordering::Relaxed);
    IS_TOLD.store(false, Ordering::Relaxed);
    let kind = kind::of(finding)
        .name()
        .bytes()
        .take(KIND.len() - 1)
        .chain([0]);
    for (place, byte) in KIND.iter().zip(kind) {
        place.store(byte, Ordering::Relaxed);
    }
    PRESENT.store(true, Ordering::Release);
}

/// The program goes on: nothing is being reported any more.
pub(super) fn clear() {
    PRESENT.store(false, Ordering::Release);
    let bytes = KIND.iter();
    bytes.for_each(|byte| byte.store(0, Ordering::Relaxed));
    PARTS
        .iter()
        .for_each(|part| part.store(0, Ordering::Relaxed));
}

/// The report shows by now what is noted here.
pub(super) fn is_told() {
    IS_TOLD.store(true, Ordering::Relaxed);
}

/// Whether the report that is being made shows nothing yet.
pub(super) fn is_untold() -> bool {
    is_present() && !IS_TOLD.load(Ordering::Relaxed)
}

/// Where the compiler says that the error is. For the thread that reports it.
pub(super) fn site() -> Option<&'static Site> {
    // SAFETY: a constant of a module, or a variable of a caller, which waits for the report.
    unsafe { SITE.load(Ordering::Relaxed).as_ref() }
}

/// Whether something is being reported.
pub fn is_present() -> bool {
    PRESENT.load(Ordering::Acquire)
}

/// A part of the report; 0 if there is none.
pub fn part(part: Part) -> usize {
    PARTS[part as usize].load(Ordering::Relaxed)
}

/// The kind of the error, as a C string; empty if there is none.
pub fn kind() -> *const c_char {
    KIND.as_ptr().cast()
}
