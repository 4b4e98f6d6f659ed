//! Memory that programs and compiled code poison themselves.

use super::{CONTAINERS, USER_POISONING};
use crate::{provenance, shadow};
use core::ops::Range;
use core::sync::atomic::Ordering;
use sanecc_abi::shadow::Poison;

/// The program poisons memory of its own.
pub fn user_poison(address: usize, size: usize) {
    if USER_POISONING.load(Ordering::Relaxed) {
        shadow::set_up();
        provenance::let_shadow_decide(address, size);
        shadow::user::user_poison(address, size, Poison::User);
    }
}

/// The program takes that back.
pub fn user_unpoison(address: usize, size: usize) {
    if USER_POISONING.load(Ordering::Relaxed) {
        shadow::set_up();
        shadow::user::user_unpoison(address, size);
    }
}

/// The elements of a container lie elsewhere in its memory, which begins at `storage`, than before.
pub fn container_changed(storage: usize, before: Range<usize>, now: Range<usize>) {
    if !CONTAINERS.load(Ordering::Relaxed) {
        return;
    }
    shadow::set_up();
    let poison = |range: Range<usize>| {
        provenance::let_shadow_decide(range.start, range.len());
        shadow::user::user_poison(range.start, range.len(), Poison::Container);
    };
    let unpoison = |range: Range<usize>| shadow::user::user_unpoison(range.start, range.len());
    let before = shadow::container::addressable_for(storage, &before);
    let now = shadow::container::addressable_for(storage, &now);
    if now.is_empty() || before.is_empty() {
        poison(before);
        unpoison(now);
        return;
    }
    poison(before.start..before.end.min(now.start));
    poison(before.start.max(now.end)..before.end);
    unpoison(now.start..now.end.min(before.start));
    unpoison(now.start.max(before.end)..now.end);
}

/// First poisoned byte of a range, 0 if there is none.
pub fn poisoned_in(address: usize, size: usize) -> usize {
    shadow::set_up();
    shadow::first_poisoned(address, size).unwrap_or(0)
}

/// The redzones of an `alloca`, and the object addressable.
pub fn poison_alloca(address: usize, size: usize) {
    use sanecc_abi::symbols::ALLOCA_REDZONE;
    let end = (address + size).next_multiple_of(ALLOCA_REDZONE) + ALLOCA_REDZONE;
    let redzone = address + size.next_multiple_of(8);
    shadow::poison(address - ALLOCA_REDZONE, ALLOCA_REDZONE, Poison::AllocaLeft);
    shadow::poison(redzone, end - redzone, Poison::AllocaRight);
    shadow::unpoison(address, size);
}

/// Stack that held `alloca` objects is given back.
pub fn unpoison_allocas(top: usize, bottom: usize) {
    if top != 0 && top < bottom {
        shadow::clear(top & !7, (bottom & !7) - (top & !7));
    }
}

/// One shadow byte over whole granules, as the compiler asks.
pub fn set_shadow(address: usize, size: usize, byte: u8) {
    if size != 0 {
        shadow::map::ensure(address, size);
        // SAFETY: the shadow of the range is mapped.
        unsafe { shadow::at(address).write_bytes(byte, size / sanecc_abi::shadow::GRANULE) };
    }
}
