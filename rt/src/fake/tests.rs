//! Slots are taken in turn, bounded, found and collected.

use super::class::{Class, LIMIT, STOP, taken};
use super::*;
use crate::shadow;
use sanecc_abi::shadow::Poison;

fn class() -> Class {
    crate::shadow::set_up();
    // SAFETY: all zero is what a class is before first use.
    let class: Class = unsafe { core::mem::zeroed() };
    class.reset();
    class
}

fn give_back(slot: usize) {
    // SAFETY: a slot of the test's own.
    unsafe { ((slot + sanecc_abi::frame::TAKEN) as *mut usize).write(0) };
}

#[test]
fn what_was_given_back_comes_last() {
    let class = class();
    let first = class.take(128, 7);
    assert_eq!(taken(first), 7);
    give_back(first);
    let mut others = 0;
    loop {
        let slot = class.take(128, 7);
        give_back(slot);
        if slot == first {
            break;
        }
        others += 1;
    }
    assert_eq!(others, 30, "all slots but the one that marks the end");
}

#[test]
fn slots_do_not_overlap_and_are_bounded() {
    let class = class();
    let mut slots = std::collections::BTreeSet::new();
    loop {
        let slot = class.take(4096, 9);
        if slot == 0 {
            break;
        }
        assert!(slots.insert(slot));
        assert_eq!(shadow::get(slot), Poison::StackAfterReturn as u8);
        assert_eq!(slot % 4096, 0);
    }
    assert_eq!(slots.len(), LIMIT / 4096 - 1);
    let slots: Vec<usize> = slots.into_iter().collect();
    assert!(slots.windows(2).all(|pair| pair[1] - pair[0] >= 4096));
    give_back(slots[5]);
    let again = (0..LIMIT / 4096).find_map(|_| Some(class.take(4096, 9)).filter(|s| *s != 0));
    assert_eq!(
        again,
        Some(slots[5]),
        "found again after a while of refusing"
    );
}

#[test]
fn only_frames_below_the_stack_pointer_are_collected() {
    let class = class();
    let [deep, here, above] = [100, 200, 300].map(|sp| class.take(64, sp));
    for slot in [deep, here, above] {
        shadow::clear(slot, 64);
    }
    class.collect(64, &(1..200));
    assert_eq!([deep, here, above].map(taken), [0, 200, 300]);
    assert_eq!(shadow::get(deep), Poison::StackAfterReturn as u8);
    assert_eq!(shadow::get(here), 0);
}

#[test]
fn held_classes_go_on_where_they_were() {
    let class = class();
    let slot = class.take(64, 1);
    class.go_on();
    assert_eq!(class.next.get(), slot + 64);
    class.hold();
    assert_eq!(class.next.get(), &raw const STOP as usize);
    class.hold();
    class.go_on();
    assert_eq!(class.next.get(), slot + 64);
}

#[test]
fn a_slot_is_found_by_any_address_in_it() {
    crate::shadow::set_up();
    let stack = fresh().unwrap();
    let slot = stack.classes[2].take(256, 77);
    let found = slot_at(slot + 255).unwrap();
    assert_eq!((found.start, found.size, found.sp), (slot, 256, 77));
    assert!(slots_in_use().any(|used| used.start == slot));
    assert_eq!(slot_at(&raw const STOP as usize), None);
    stack.collect(1..usize::MAX);
    assert_eq!(slot_at(slot).unwrap().sp, 0);
}

#[test]
fn frames_of_a_fiber_that_has_ended_are_collected_for_the_next() {
    crate::shadow::set_up();
    let stack = fresh().unwrap();
    let slot = stack.classes[1].take(128, 77);
    shadow::clear(slot, 128);
    stack.ends();
    assert_eq!(
        (taken(slot), shadow::get(slot)),
        (77, 0),
        "it still hands over"
    );
    stack.collect_left();
    assert_eq!(taken(slot), 0);
    assert_eq!(shadow::get(slot), Poison::StackAfterReturn as u8);
}
