//! Registering and unregistering, also of variables that several modules define.

use super::*;
use crate::shadow::first_poisoned;
use sanecc_abi::rel::Rel;

/// Where nothing is known.
const CALLER: Caller = Caller { pc: 0, frame: 0 };

/// A variable with its redzone, and the word that its record refers to, within reach of a relative pointer.
#[repr(C, align(32))]
struct Variable {
    memory: [u8; 128],
    chosen: u64,
    records: [core::mem::MaybeUninit<Global>; 2],
}

fn none<T>() -> Rel<T> {
    // SAFETY: a relative pointer is one 32-bit number; 0 is "none".
    unsafe { core::mem::transmute::<i32, Rel<T>>(0) }
}

/// Fills record `index`, merged if `chosen` is looked at.
fn record(variable: &mut Variable, index: usize, size: u64, merged: bool) -> *const Global {
    let address = variable.memory.as_ptr();
    let target = &raw const variable.chosen;
    let place = variable.records[index].as_mut_ptr();
    let flags = if merged {
        flags::MERGED | flags::BY_SIZE
    } else {
        0
    };
    // SAFETY: fills the record in place; the relative pointer is made for exactly this place.
    unsafe {
        place.write(Global {
            place: none(),
            size,
            padded_size: 128,
            chosen: none(),
            name: none(),
            file: none(),
            line: 0,
            flags,
        });
        (*place).place.lead_to(address);
        if merged {
            (*place).chosen.lead_to(target);
        }
    }
    place
}

fn variable(chosen: u64) -> Box<Variable> {
    crate::shadow::set_up();
    Box::new(Variable {
        memory: [0; 128],
        chosen,
        records: [const { core::mem::MaybeUninit::uninit() }; 2],
    })
}

fn addressable_bytes(variable: &Variable) -> usize {
    let start = variable.memory.as_ptr() as usize;
    first_poisoned(start, 128).map_or(128, |poisoned| poisoned - start)
}

#[test]
fn redzones_come_and_go() {
    let mut variable = variable(0);
    let global = record(&mut variable, 0, 61, false);
    // SAFETY: one record, unregistered below.
    unsafe { drop(register(global, 1, CALLER)) };
    assert_eq!(addressable_bytes(&variable), 61);
    let address = variable.memory.as_ptr() as usize;
    assert_eq!(nearest(address + 100).unwrap().size, 61);
    assert!(nearest(address + 128 + 64).is_none());
    // SAFETY: the record is still there.
    unsafe { unregister(global, 1) };
    assert_eq!(addressable_bytes(&variable), 128);
    assert!(nearest(address).is_none());
}

#[test]
fn the_largest_merged_definition_counts() {
    for sizes in [[40, 64], [64, 40]] {
        let mut variable = variable(128);
        let records = [0, 1].map(|index| record(&mut variable, index, sizes[index], true));
        // SAFETY: one record each, unregistered below.
        records
            .iter()
            .for_each(|global| unsafe { drop(register(*global, 1, CALLER)) });
        assert_eq!(addressable_bytes(&variable), 64);
        // SAFETY: as above.
        records
            .iter()
            .for_each(|global| unsafe { unregister(*global, 1) });
        assert_eq!(addressable_bytes(&variable), 128);
    }
}

#[test]
fn an_unpadded_definition_is_left_alone() {
    let mut variable = variable(40);
    let global = record(&mut variable, 0, 40, true);
    // SAFETY: one record, unregistered below.
    unsafe { drop(register(global, 1, CALLER)) };
    assert_eq!(addressable_bytes(&variable), 128);
    // SAFETY: as above.
    unsafe { unregister(global, 1) };
}

#[test]
fn a_definition_elsewhere_is_left_alone() {
    for (own, addressable) in [(None, 128), (Some(0), 40), (Some(64), 128)] {
        let mut variable = variable(0);
        let memory = variable.memory.as_ptr() as u64;
        variable.chosen = own.map_or(0, |distance| memory + distance);
        let global = record(&mut variable, 0, 40, true);
        // SAFETY: the record was just filled in; it is registered here and unregistered below.
        unsafe {
            (*global.cast_mut()).flags = flags::MERGED;
            drop(register(global, 1, CALLER));
        }
        assert_eq!(addressable_bytes(&variable), addressable);
        // SAFETY: as above.
        unsafe { unregister(global, 1) };
    }
}
