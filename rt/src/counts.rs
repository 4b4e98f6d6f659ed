//! How often accesses ran, by what the compiler decided for them (`-fsanecc-count`). Code counts here itself; the classes have the
//! names that the last of the program's modules gave them, which are the same in all that one compiler has made.
//!
//! Each count is exact: threads add atomically. A child of `fork` begins with what its parent had counted.

use crate::lock::{Lock, Locked};
use crate::options::Format;
use crate::output::{Bytes, Out, bytes_of};
use crate::platform;
use crate::report::settings;
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sanecc_abi::count::{Class, MOST};

/// Longest part of a name in bytes.
const LONGEST: usize = 24;

/// A counter for each class, to which code adds.
#[unsafe(export_name = "__sanecc_counts")]
pub static COUNTS: [AtomicU64; MOST] = [const { AtomicU64::new(0) }; MOST];

/// A copy of a text: the module that has it may be unloaded.
#[derive(Clone, Copy)]
struct Name {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Name {
    const EMPTY: Name = Name {
        bytes: [0; LONGEST],
        length: 0,
    };

    fn of(text: &[u8]) -> Self {
        let length = text.len().min(LONGEST);
        let mut name = Name {
            length,
            ..Name::EMPTY
        };
        name.bytes[..length].copy_from_slice(&text[..length]);
        name
    }

    fn text(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Decision and rule of each class.
static NAMES: Locked<[[Name; 2]; MOST]> = Locked::new([[Name::EMPTY; 2]; MOST]);
/// Some module counts.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// The lock of the names, for `fork`.
pub fn lock() -> &'static Lock {
    NAMES.lock()
}

/// A module says what its classes are called.
pub fn name(classes: &[Class]) {
    let mut names = NAMES.hold();
    for (name, class) in names.iter_mut().zip(classes) {
        let [decision, rule] = [&class.decision, &class.rule].map(|text| text.get());
        *name = [decision, rule].map(|text| Name::of(text.map_or(&b""[..], bytes_of)));
    }
    IS_ON.store(true, Ordering::Release);
}

/// The program ends: prints the counts, once, if any module counts.
pub fn at_end() {
    if !IS_ON.swap(false, Ordering::AcqRel) {
        return;
    }
    let names = *NAMES.hold();
    let counts = COUNTS.each_ref().map(|count| count.load(Ordering::Relaxed));
    let rows = || {
        names
            .iter()
            .zip(counts)
            .filter(|(_, count)| *count != 0)
            .map(|([decision, rule], count)| (decision.text(), rule.text(), count))
    };
    let total = counts.iter().sum();
    match settings::format() {
        Format::Json => print_record(rows(), total),
        Format::Text | Format::Asan => print_table(rows(), total),
    }
}

type Row<'a> = (&'a [u8], &'a [u8], u64);

fn print_table<'a>(rows: impl Iterator<Item = Row<'a>>, total: u64) {
    let mut out = Out::report();
    let process = platform::process_id();
    let _ = writeln!(
        out,
        "=={process}==sanecc: executed accesses by decision and rule:"
    );
    for (decision, rule, count) in rows {
        print_row(&mut out, decision, rule, count, total);
    }
    print_row(&mut out, b"all", b"rules", total, total);
    out.flush();
}

fn print_row(out: &mut Out, decision: &[u8], rule: &[u8], count: u64, total: u64) {
    // In tenths of a percent. Wider integers would need functions of Rust's own library.
    let share = match count.checked_mul(1000) {
        Some(thousandfold) => thousandfold / total.max(1),
        None => count / (total / 1000),
    };
    let (whole, tenths) = (share / 10, share % 10);
    let (decision, rule) = (Bytes(decision), Bytes(rule));
    let _ = writeln!(out, "{count:>20} {whole:>4}.{tenths}%  {decision} {rule}");
}

/// One JSON object on one line. It begins otherwise than the record of an error.
fn print_record<'a>(rows: impl Iterator<Item = Row<'a>>, total: u64) {
    let mut out = Out::record();
    let process = platform::process_id();
    let _ = write!(
        out,
        "{{\"record\":\"counts\",\"tool\":\"sanecc\",\"version\":1,\"process\":{process},\"total\":{total},\"counts\":["
    );
    for (number, (decision, rule, count)) in rows.enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let (decision, rule) = (Bytes(decision), Bytes(rule));
        let _ = write!(
            out,
            "{comma}{{\"decision\":\"{decision}\",\"rule\":\"{rule}\",\"count\":{count}}}"
        );
    }
    let _ = writeln!(out, "]}}");
    out.flush();
}
