//! Arguments that point into an array of a structure (`-fsanecc-mode=pointer`): what a library function touches of the array lies in it.
//!
//! Claims: what is missed was touched by an argument of which the source names the array. The compiler says it directly before the call, whose record says so, too
//! ([`Call::HELD`](sanecc_abi::library::Call::HELD)). An array that another argument points into, of which the source says nothing, holds nobody. A signal handler or a callback may say the same of
//! its own calls meanwhile: then the rest of the interrupted call is held to nothing, or to an array that it touches, too.

use crate::provenance::Missed;
use crate::thread::{self, Held};
use sanecc_abi::library::HeldArgument;
use sanecc_abi::site::Object;

/// An argument of the next call points into an array.
pub fn hold(array: usize, by: &'static HeldArgument) {
    let all = thread::current().held();
    let number = by.number as usize;
    if number == 0 {
        all.iter().for_each(|one| one.set(Held::default()));
    }
    if let Some(one) = all.get(number) {
        one.set(Held {
            start: array,
            by: Some(by),
            is_followed: false,
        });
    }
}

/// An argument of the next call may be any pointer.
pub fn let_go(argument: usize) {
    for one in thread::current().held() {
        let held = one.get();
        let Some(by) = held.by else {
            continue;
        };
        let (distance, size) = (argument.wrapping_sub(held.start), size_of_array(by));
        if distance < size {
            one.set(Held::default());
        } else if distance == size {
            one.set(Held {
                is_followed: true,
                ..held
            });
        }
    }
}

/// The array that some bytes are not inside of, if they begin in one or at its end, and lie in no other one.
pub fn missed(address: usize, length: usize) -> Option<Missed> {
    let mut missed = None;
    for one in thread::current().held() {
        let Held {
            start,
            by: Some(by),
            is_followed,
        } = one.get()
        else {
            continue;
        };
        let (distance, size) = (address.wrapping_sub(start), size_of_array(by));
        if distance > size || distance == size && is_followed {
            continue;
        }
        let is_rest = by.may_be_rest != 0 && distance == 0 && length as u64 >= by.rest;
        if length <= size - distance || is_rest {
            return None;
        }
        missed = missed.or(Some(Missed::unnamed(start, size, object(by)?)));
    }
    missed
}

fn object(by: &HeldArgument) -> Option<&'static Object> {
    // SAFETY: the compiler made the record that this leads to, a constant of the same file.
    by.object.get().map(|object| unsafe { &*object })
}

fn size_of_array(by: &HeldArgument) -> usize {
    object(by).map_or(0, |object| object.size as usize)
}
