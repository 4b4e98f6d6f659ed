//! Pointers on their way to a library function that are not inside of the living object which they were derived from, or are held to a part of it (`-fsanecc-mode=pointer`).
//!
//! Claims: what is missed was touched by such an argument. Checked code tells of it directly before the call, and takes that back behind it; so do callbacks that run meanwhile, and whoever jumps out of one. Of more than [`MOST_ASTRAY`](thread::MOST_ASTRAY)
//! such arguments the first ones count. What a function touches in an object, from the first byte that its argument names, ends there or in a redzone, of which the shadow knows.

use crate::provenance::{self, Missed};
use crate::thread::{self, Astray};

/// The call that follows gets this pointer. If parts count, it touches no more than the array that the pointer is held to.
pub fn tell(address: usize, provenance: u64, parts: bool) {
    let mut all = thread::current().astray().iter();
    if let Some(free) = all.find(|one| !one.get().is_any()) {
        free.set(Astray::new(address, provenance, parts));
    }
}

/// The call has returned.
pub fn take_back() {
    thread::current().forget_astray();
}

/// The object that some bytes should have been in. None if they do not belong to such an argument, or may be touched all the same.
pub fn missed(address: usize, length: usize) -> Option<Missed> {
    let mut all = thread::current().astray().iter();
    all.find_map(|one| missed_by(one.get(), address, length))
}

fn missed_by(astray: Astray, address: usize, length: usize) -> Option<Missed> {
    let distance = address.wrapping_sub(astray.address());
    // What begins behind the argument may still be in the array.
    let part = match astray.parts() {
        true => provenance::part_of(astray.provenance),
        false => None,
    };
    let is_in_part = part.is_some_and(|(start, size, _)| address.wrapping_sub(start) < size);
    if !astray.is_any() || distance != 0 && !is_in_part {
        return None;
    }
    provenance::judge(address, length, astray.provenance, astray.parts()).missed(address)
}
