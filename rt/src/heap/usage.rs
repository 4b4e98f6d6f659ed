//! What the heap's memory is spent on, for `malloc_stats`.

use super::census::Census;
use super::size_class::{CLASSES, SLOT};
use super::{idle, large, quarantine, segment, small};
use crate::report::out::Out;
use crate::stack::depot;
use core::fmt::Write;

/// Writes sums of blocks and of memory, as `__asan_print_accumulated_stats` does.
pub fn print_sums(out: &mut Out) {
    let Census { live, freed } = Census::take();
    for (sum, what) in [(live, "allocated"), (freed, "freed and not reused")] {
        let _ = writeln!(
            out,
            "Stats: {} bytes in {} blocks {what}",
            sum.bytes, sum.blocks
        );
    }
    let _ = writeln!(
        out,
        "Stats: {} bytes mapped for blocks",
        super::mapped_bytes()
    );
    let _ = writeln!(
        out,
        "Stats: segments mapped: {} KiB, releases: {}",
        segment::mapped_bytes() >> 10,
        idle::releases()
    );
}

/// Writes a break-down in KiB: first what every kind of memory holds, then each class of small blocks in use.
pub fn print(out: &mut Out) {
    let waiting = quarantine::waiting_bytes();
    let (kept, sealed) = idle::kept_bytes();
    let _ = writeln!(
        out,
        "sanecc: heap in KiB: {} of segments are mapped, {} in slots handed out, of which {} wait in the quarantine;",
        segment::mapped_bytes() >> 10,
        small::handed_out() >> 10,
        waiting >> 10,
    );
    let _ = writeln!(
        out,
        "sanecc: {} of segments wait for a use, {} are address space alone;",
        kept >> 10,
        sealed >> 10,
    );
    let _ = writeln!(
        out,
        "sanecc: {} of large blocks are mapped, {} in use; {} of stack traces",
        large::mapped_bytes() >> 10,
        large::in_use() >> 10,
        depot::bytes() >> 10,
    );
    for (class, slot) in SLOT.iter().enumerate().take(CLASSES) {
        let prepared = small::prepared(class);
        if prepared != 0 {
            let _ = writeln!(
                out,
                "sanecc: slots of {slot} bytes: {} KiB prepared, {} handed out",
                prepared >> 10,
                (small::handed_out_of(class) * slot) >> 10,
            );
        }
    }
}
