//! The callers of an access, as far as words of the stack tell them.

use super::firmware::Firmware;
use sanecc_abi::bare::Record;

/// Where they return to, the innermost first. A word that returns from a call of the function before is its caller's; without one, any return address may be: that of
/// a call through a pointer, or what an earlier call has left there.
pub(super) fn of(firmware: &Firmware, record: &Record) -> Vec<u32> {
    let stack = record.stack.iter().copied();
    let words: Vec<u32> = stack
        .filter(|&word| word != record.pc && firmware.is_return_address(word))
        .filter(|&word| !is_of_runtime(firmware, word))
        .collect();
    let mut callers: Vec<u32> = Vec::new();
    let mut rest = words.as_slice();
    let mut inner = record.pc;
    while let Some(&next) = rest.first() {
        let function = firmware.function(inner);
        let calls_it = |word: &u32| function.is_some() && firmware.called(*word) == function;
        let is_main = is_main(firmware, inner);
        let (at, word) = match rest.iter().position(calls_it) {
            Some(at) => (at, rest[at]),
            // Nobody calls it through a pointer.
            None if is_main => break,
            None => (0, next),
        };
        rest = &rest[at + 1..];
        if word != inner {
            callers.push(word);
        }
        if is_main {
            break;
        }
        inner = word;
    }
    callers
}

fn is_of_runtime(firmware: &Firmware, word: u32) -> bool {
    firmware.places(word).first().is_none_or(|place| {
        let name = place.function().unwrap_or("__sanecc");
        name.starts_with("__sanecc") || name.starts_with("sanecc_rt_bare")
    })
}

fn is_main(firmware: &Firmware, word: u32) -> bool {
    let places = firmware.places(word);
    places.iter().any(|place| place.function() == Some("main"))
}
