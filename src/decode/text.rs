//! The full text of a report.

use super::callers;
use super::firmware::Firmware;
use crate::symbolize::Place;
use sanecc_abi::bare::{Record, SHADOW_SHOWN};
use sanecc_abi::kind::Kind;
use sanecc_abi::shadow::{PARTIAL, Poison};
use std::fmt::Write;

/// Shadow bytes in a row.
const ROW: usize = 8;

/// The text of a record.
pub(super) fn of(firmware: &Firmware, record: &Record) -> String {
    let mut text = String::new();
    let kind = Kind::ALL.get(usize::from(record.kind));
    let name = kind.map_or("unknown-crash", |kind| kind.name());
    let what = if record.flags & 1 != 0 {
        "write"
    } else {
        "read"
    };
    let Record {
        bytes, address, pc, ..
    } = *record;
    let _ = writeln!(
        text,
        "ERROR: sanecc: {name} on address {address:#010x} at pc {pc:#010x} sp {:#010x}",
        record.sp
    );
    let plural = if bytes == 1 { "byte" } else { "bytes" };
    let _ = match kind {
        Some(Kind::DoubleFree | Kind::BadFree) => write!(text, "free of {address:#010x}"),
        _ => write!(text, "{what} of {bytes} {plural} at {address:#010x}"),
    };
    if record.interrupt != 0 {
        let _ = write!(
            text,
            ", in the handler of interrupt {}",
            interrupt(record.interrupt)
        );
    }
    text.push('\n');
    let places = stack(&mut text, firmware, record);
    object(&mut text, firmware, record);
    for (returns_to, what) in [(record.freed, "freed"), (record.allocated, "allocated")] {
        if returns_to != 0 {
            let _ = writeln!(text, "{what} by");
            frames(&mut text, 0, &firmware.places(returns_to), returns_to);
        }
    }
    shadow(&mut text, record);
    let _ = writeln!(text, "SUMMARY: sanecc: {}", summary(name, &places));
    text
}

/// Functions of C libraries that call each other before the runtime is called. What is wrong is their caller's.
const ALLOCATOR: [&str; 8] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "_malloc_r",
    "_calloc_r",
    "_realloc_r",
    "_free_r",
];

/// Kind and place: the first frame whose line is known and which is not the allocator's.
fn summary(kind: &str, stack: &[Place]) -> String {
    let place = stack.iter().find_map(|place| {
        let function = place.function().unwrap_or("??");
        let line = place
            .source_line()
            .filter(|_| !ALLOCATOR.contains(&function))?;
        Some(format!("{line} in {function}"))
    });
    place.map_or(kind.to_owned(), |place| format!("{kind} {place}"))
}

/// A Cortex-M exception by its number.
fn interrupt(number: u16) -> String {
    let name = match number {
        2 => "NMI",
        3 => "HardFault",
        4 => "MemManage",
        5 => "BusFault",
        6 => "UsageFault",
        11 => "SVCall",
        12 => "DebugMonitor",
        14 => "PendSV",
        15 => "SysTick",
        16.. => return format!("{number} (IRQ {})", number - 16),
        _ => return number.to_string(),
    };
    format!("{number} ({name})")
}

/// The access, then its callers as far as return addresses on the stack tell them.
fn stack(text: &mut String, firmware: &Firmware, record: &Record) -> Vec<Place> {
    let mut all = firmware.places(record.pc);
    let mut number = frames(text, 0, &all, record.pc);
    let callers = callers::of(firmware, record);
    if !callers.is_empty() {
        text.push_str("  called from, by what lies on the stack:\n");
    }
    for word in callers {
        let places = firmware.places(word);
        number = frames(text, number, &places, word);
        all.extend(places);
    }
    all
}

/// Frames from a number on; the next number.
fn frames(text: &mut String, first: usize, places: &[Place], address: u32) -> usize {
    if places.is_empty() {
        let _ = writeln!(text, "    #{first} {address:#010x}");
        return first + 1;
    }
    for (index, place) in places.iter().enumerate() {
        let _ = writeln!(text, "    #{} {address:#010x} in {place}", first + index);
    }
    first + places.len()
}

/// Where the first bad byte is, as seen from the object.
fn object(text: &mut String, firmware: &Firmware, record: &Record) {
    let Record {
        bad,
        object,
        object_size,
        index,
        names,
        ..
    } = *record;
    if object == 0 {
        if let Some(variable) = firmware.variable(bad) {
            let _ = writeln!(
                text,
                "{bad:#010x} lies in or behind '{}' at {:#010x}",
                variable.name, variable.address
            );
        }
        return;
    }
    let known = firmware.name(names).filter(|_| names != 0 || index != 0);
    let (function, name) = match (known, index) {
        (Some(names), 1..) => {
            let mut lines = names.lines();
            let function = lines.next().map(ToOwned::to_owned);
            (
                function,
                lines.nth(index as usize - 1).map(ToOwned::to_owned),
            )
        }
        (Some(name), 0) => (None, Some(name)),
        (None, _) => (
            None,
            firmware
                .variable(object)
                .map(|variable| variable.name.clone()),
        ),
    };
    let distance = match bad {
        _ if bad < object => format!("{} bytes before", object - bad),
        _ if bad - object >= object_size => format!("{} bytes after", bad - object - object_size),
        _ => format!("{} bytes inside of", bad - object),
    };
    let what = match (record.allocated != 0, name) {
        (true, _) => "a heap chunk".to_owned(),
        (false, Some(name)) => format!("'{name}'"),
        (false, None) => "an object".to_owned(),
    };
    let _ = write!(
        text,
        "{bad:#010x} is {distance} {what}, {object_size} bytes at {object:#010x}"
    );
    if let Some(function) = function {
        let _ = write!(text, ", on the stack of {function}");
    }
    text.push('\n');
}

/// The shadow around the first bad byte.
fn shadow(text: &mut String, record: &Record) {
    let granule = u32::from(record.granule.max(1));
    let _ = writeln!(text, "shadow, a byte for {granule} bytes of memory:");
    let middle = SHADOW_SHOWN / 2;
    let first = (record.bad / granule)
        .wrapping_sub(middle as u32)
        .wrapping_mul(granule);
    for (row, bytes) in record.shadow.chunks(ROW).enumerate() {
        let address = first.wrapping_add((row * ROW) as u32 * granule);
        let here = (row * ROW..(row + 1) * ROW).contains(&middle);
        let _ = write!(text, "{} {address:#010x}:", if here { "=>" } else { "  " });
        for (column, byte) in bytes.iter().enumerate() {
            let marked = row * ROW + column == middle;
            let [open, close] = if marked { ["[", "]"] } else { [" ", " "] };
            let _ = write!(text, "{open}{byte:02x}{close}");
        }
        text.push('\n');
    }
    let mut seen: Vec<u8> = record.shadow.to_vec();
    seen.sort_unstable();
    seen.dedup();
    for byte in seen {
        match byte {
            0 => {}
            PARTIAL..0x80 => {
                let _ = writeln!(
                    text,
                    "  {byte:02x}: the first {} bytes may be touched",
                    byte - PARTIAL
                );
            }
            _ => {
                if let Some(poison) = Poison::from_byte(byte) {
                    let _ = writeln!(text, "  {byte:02x}: {}", meaning(poison));
                }
            }
        }
    }
}

fn meaning(poison: Poison) -> &'static str {
    match poison {
        Poison::StackLeft => "before the objects of a stack frame",
        Poison::StackMid => "between two objects of a stack frame",
        Poison::StackRight => "after the objects of a stack frame",
        Poison::StackAfterScope => "a stack object out of scope",
        Poison::AllocaLeft | Poison::AllocaRight => "around an object of variable size",
        Poison::Global => "after a global",
        Poison::Heap => "around a heap chunk",
        Poison::Freed => "a heap chunk that was freed",
        Poison::User => "poisoned by the program",
        Poison::ArrayCookie
        | Poison::IntraObject
        | Poison::StackAfterReturn
        | Poison::NotInitialized
        | Poison::Container
        | Poison::Internal => "what this runtime does not write",
    }
}
