//! Guards, one for each edge (`trace-pc-guard`): a number that the compiled code hands in when the edge is taken. The first
//! time, the address of the code is noted under it.

use super::sancov;
use crate::lock::{Lock, Locked};
use crate::platform;
use crate::report::report_lock::ReportLock;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Addresses in one piece of the table.
const PIECE: usize = 1 << 13;
/// Pieces; guards beyond the last keep the number 0, which is none.
const PIECES: usize = 1 << 11;

type Piece = [AtomicUsize; PIECE];

/// Where the guards with numbers from `index * PIECE` on have their addresses.
static TABLE: [AtomicPtr<Piece>; PIECES] =
    [const { AtomicPtr::new(core::ptr::null_mut()) }; PIECES];
/// The numbers that were given out.
static COUNT: Locked<usize> = Locked::new(0);

/// The lock of the numbers, for `fork`.
pub fn lock() -> &'static Lock {
    COUNT.lock()
}

/// Numbers the guards of a file that is being loaded, from 1 on. Ones that have numbers keep them.
///
/// # Safety
/// `guards` are `count` words of the program's, which nobody uses yet.
pub unsafe fn number(guards: *mut u32, count: usize) {
    // SAFETY: as the caller promises.
    let guards = unsafe { core::slice::from_raw_parts_mut(guards, count) };
    if guards.first().is_none_or(|first| *first != 0) {
        return;
    }
    let mut used = COUNT.hold();
    for guard in guards {
        if !ensure_mapped(*used) {
            return;
        }
        *used += 1;
        *guard = *used as u32;
    }
}

/// Whether there is a place for the address of the guard with this number, less one.
fn ensure_mapped(index: usize) -> bool {
    let Some(place) = TABLE.get(index / PIECE) else {
        return false;
    };
    if place.load(Ordering::Relaxed).is_null() {
        let Ok(piece) = platform::map(0, size_of::<Piece>()) else {
            return false;
        };
        place.store(piece as *mut Piece, Ordering::Release);
    }
    true
}

fn slot(index: usize) -> Option<&'static AtomicUsize> {
    let piece = TABLE.get(index / PIECE)?.load(Ordering::Acquire);
    // SAFETY: mapped for good by `ensure_mapped`; zeroes are valid.
    Some(&unsafe { piece.as_ref() }?[index % PIECE])
}

/// The edge of this guard is taken by the code before `pc`.
#[inline]
pub fn taken(guard: u32, pc: usize) {
    if let Some(index) = (guard as usize).checked_sub(1)
        && let Some(slot) = slot(index)
        && slot.load(Ordering::Relaxed) == 0
    {
        slot.store(pc - 1, Ordering::Relaxed);
    }
}

/// Forgets which edges were taken.
pub fn reset() {
    each(|slot| slot.store(0, Ordering::Relaxed));
}

fn each(run: impl FnMut(&'static AtomicUsize)) {
    let count = *COUNT.hold();
    (0..count).filter_map(slot).for_each(run);
}

/// Writes the files for all edges that were taken.
pub fn dump() {
    let _turn = ReportLock::share();
    let mut taken = Vec::new();
    each(|slot| taken.push(slot.load(Ordering::Relaxed)));
    sancov::write_files(&taken);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_noted_once_and_until_a_reset() {
        let mut guards = [0u32; 3];
        // SAFETY: three words of this function's.
        unsafe { number(guards.as_mut_ptr(), guards.len()) };
        assert!(guards[0] > 0 && guards[1] == guards[0] + 1 && guards[2] == guards[0] + 2);
        let numbers = guards;
        // SAFETY: as above.
        unsafe { number(guards.as_mut_ptr(), guards.len()) };
        assert_eq!(guards, numbers);
        let noted = |guard: u32| slot(guard as usize - 1).unwrap().load(Ordering::Relaxed);
        taken(guards[1], 0x1001);
        taken(guards[1], 0x2001);
        taken(0, 0x3001);
        taken(u32::MAX, 0x3001);
        assert_eq!([guards[0], guards[1]].map(noted), [0, 0x1000]);
        reset();
        assert_eq!(noted(guards[1]), 0);
    }
}
