//! Poison that the program itself puts on arbitrary bytes, with ASan's meaning for partial granules: a
//! granule can lose its end, never its beginning alone.

use super::{at, get, is_addressable, map, poison};
use crate::lock::Lock;
use core::sync::atomic::{AtomicBool, Ordering};
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, PARTIAL, Poison};

/// Whether any memory was ever poisoned or made addressable by hand, or may be poisoned without regard for folds.
static POISONED: AtomicBool = AtomicBool::new(false);
/// Held while live memory is folded. Not for `fork` to take: handlers that come in the middle may fork, and a copy in which it stays
/// held folds no more.
static FOLDING: Lock = Lock::new();

/// From now on nothing folds the shadow of live memory: its fold and poison could come at the same moment.
#[inline]
pub fn stop_folding() {
    if !POISONED.load(Ordering::Relaxed) {
        wait_for_folds();
    }
}

#[cold]
fn wait_for_folds() {
    /// A signal handler may have come between a fold and its end.
    const LONGEST: u32 = 1000;
    POISONED.store(true, Ordering::SeqCst);
    if FOLDING.acquire_for(LONGEST) {
        FOLDING.release();
    }
}

/// Folds the shadow of `[address, address + size)`, a live object that nobody frees meanwhile, if nothing but its allocation has written there, as far
/// as one can know: false if not, or if another thread is about to fold.
pub fn fold_untouched(address: usize, size: usize) -> bool {
    if POISONED.load(Ordering::SeqCst) || !FOLDING.try_acquire() {
        return false;
    }
    let whole = size & !(GRANULE - 1);
    let untouched = !POISONED.load(Ordering::SeqCst)
        && whole != 0
        && super::check::is_untouched(address, address + whole - 1);
    if untouched {
        super::populate(address, size);
        super::unpoison(address, size);
    }
    FOLDING.release();
    untouched
}

/// How many first bytes of the granule at `address` are addressable.
fn addressable_bytes(address: usize) -> usize {
    match get(address) {
        byte if is_addressable(byte) => GRANULE,
        byte if byte & 0x80 == 0 => (byte - PARTIAL) as usize,
        _ => 0,
    }
}

/// Leaves the first `addressable` bytes (0..=7) of the granule at `address`, a multiple of 8; `code` if there are none.
fn cut(address: usize, addressable: usize, code: Poison) {
    let byte = if addressable == 0 {
        code as u8
    } else {
        PARTIAL + addressable as u8
    };
    // SAFETY: `user_poison` made the shadow present.
    unsafe { *at(address) = byte };
}

/// Poisons `[address, address + size)`. An addressable rest of the last granule stays addressable, and so does all of
/// that granule.
pub fn user_poison(address: usize, size: usize, code: Poison) {
    if size == 0 {
        return;
    }
    stop_folding();
    map::ensure(address, size);
    let (first, end) = (address & !(GRANULE - 1), address + size);
    let last = end & !(GRANULE - 1);
    let (first_offset, last_offset) = (address - first, end - last);
    let cut_first = |addressable: usize| cut(first, addressable.min(first_offset), code);
    if first == last {
        // Inside one granule; it can only be cut if nothing addressable follows.
        let addressable = addressable_bytes(first);
        if addressable <= last_offset && addressable > first_offset {
            refold_before(first);
            cut_first(addressable);
        }
        return;
    }
    refold_before(first);
    let mut whole = first;
    if first_offset != 0 {
        let addressable = addressable_bytes(first);
        if addressable > first_offset {
            cut_first(addressable);
        }
        whole += GRANULE;
    }
    poison(whole, last - whole, code);
    if last_offset != 0 {
        let addressable = addressable_bytes(last);
        if addressable != 0 && addressable <= last_offset {
            cut(last, 0, code);
        }
    }
}

/// Whether a byte that is poisoned was made so by the program itself, or between the members of a class.
pub fn is_poisoned_by_hand(address: usize) -> bool {
    let byte_at = |address| map::is_readable(address).then(|| get(address));
    let is_partial = |byte| byte & 0x80 == 0;
    let Some(byte) = byte_at(address) else {
        return false;
    };
    // A partial granule does not say why it ends; the next one does, where the poison goes on.
    let reason = match is_partial(byte) {
        true => byte_at(address + GRANULE).unwrap_or(0),
        false => byte,
    };
    match Poison::from_byte(reason) {
        Some(Poison::User | Poison::Container | Poison::IntraObject) => true,
        Some(_) => false,
        None => is_partial(byte),
    }
}

/// Makes `[address, address + size)` addressable. The bytes before it in its first granule become addressable too.
pub fn user_unpoison(address: usize, size: usize) {
    if size == 0 {
        return;
    }
    stop_folding();
    map::ensure(address, size);
    let (first, end) = (address & !(GRANULE - 1), address + size);
    let last = end & !(GRANULE - 1);
    raise(first, (last - first) >> GRANULE_SHIFT);
    let offset = end - last;
    if offset != 0 && addressable_bytes(last) < offset {
        // SAFETY: the shadow of the range is present.
        unsafe { *at(last) = PARTIAL + offset as u8 };
    }
}

/// Folds `granules` granules from `first`, but never lowers a promise that is still true: lowering it
/// would break the invariant for the bytes before it.
fn raise(first: usize, granules: usize) {
    let shadow = at(first);
    // From the end: the promise is 0 for one byte, 1 for two, 2 for four, ...; so the compiler can go through a stretch in vectors.
    let (mut left, mut promise) = (granules, 0);
    while left > 0 {
        let stretch = left.min(1 << promise);
        left -= stretch;
        // SAFETY: inside the range, whose shadow is present; nothing else refers to it.
        let bytes = unsafe { core::slice::from_raw_parts_mut(shadow.add(left), stretch) };
        for byte in bytes {
            *byte = match *byte {
                addressable if is_addressable(addressable) => addressable.max(promise),
                _ => promise,
            };
        }
        promise += 1;
    }
}

/// Lowers every promise before `granule_address` that goes past it. Stops at the first byte that cannot
/// lie in such a run any more: a poisoned one, or one whose own promise shows that its run ended before.
fn refold_before(granule_address: usize) {
    if !is_addressable(get(granule_address)) {
        // No run goes past a poisoned granule.
        return;
    }
    let mut shadow = at(granule_address);
    let mut distance = 0usize;
    loop {
        shadow = shadow.wrapping_sub(1);
        distance += 1;
        let address = granule_address.wrapping_sub(distance << GRANULE_SHIFT);
        if address > granule_address || !map::is_readable(address) {
            return;
        }
        // SAFETY: readable, as just asked.
        let byte = unsafe { &mut *shadow };
        if !is_addressable(*byte) {
            return;
        }
        let run = 1usize.checked_shl((*byte).into()).unwrap_or(usize::MAX);
        if run > distance {
            *byte = distance.ilog2() as u8;
        } else if run.saturating_mul(2) <= distance {
            return;
        }
    }
}

/// Whether the byte may not be accessed.
pub fn is_poisoned(address: usize) -> bool {
    !super::check::is_byte_addressable(address)
}
