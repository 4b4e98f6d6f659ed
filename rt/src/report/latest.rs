//! The facts of the report that is being made, for the program that asks: a debugger's script, say, or a function that a
//! report calls.

use super::facts::Facts;
use core::ffi::c_char;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

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
static PARTS: [AtomicUsize; 6] = [const { AtomicUsize::new(0) }; 6];
/// The kind, as a C string.
static KIND: [AtomicU8; 64] = [const { AtomicU8::new(0) }; 64];

/// Notes a report.
pub(super) fn set(facts: &Facts<'_>) {
    let access = facts.finding.access();
    let (is_write, size) = access.map_or((false, 0), |access| (access.is_write, access.length));
    let values = [
        (Part::Pc, facts.registers.pc),
        (Part::Bp, facts.registers.frame),
        (Part::Sp, facts.registers.sp),
        (Part::Address, facts.address()),
        (Part::IsWrite, is_write.into()),
        (Part::Size, size),
    ];
    for (part, value) in values {
        PARTS[part as usize].store(value, Ordering::Relaxed);
    }
    let kind = facts.kind.bytes().take(KIND.len() - 1).chain([0]);
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
