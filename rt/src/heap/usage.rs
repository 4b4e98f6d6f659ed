//! What the heap's memory is spent on, for `malloc_stats`.

use super::census::Census;
use super::find::in_slot;
use super::header::State;
use super::size_class::{CLASSES, SLOT};
use super::{idle, large, quarantine, segment, small};
use crate::output::Out;
use crate::platform::{self, PAGE};
use crate::shadow;
use crate::stack::depot;
use core::fmt::Write;
use sanecc_abi::shadow::GRANULE_SHIFT;

/// Writes sums of chunks and of memory, as `__asan_print_accumulated_stats` does.
pub fn print_sums(out: &mut Out) {
    let Census { live, freed } = Census::take();
    for (sum, what) in [(live, "allocated"), (freed, "freed and not reused")] {
        let _ = writeln!(
            out,
            "Stats: {} bytes in {} chunks {what}",
            sum.bytes, sum.chunks
        );
    }
    let _ = writeln!(
        out,
        "Stats: {} bytes mapped for chunks",
        super::mapped_bytes()
    );
    let _ = writeln!(
        out,
        "Stats: segments mapped: {} KiB, releases: {}",
        segment::mapped_bytes() >> 10,
        idle::releases()
    );
}

/// Bytes of one class, by what becomes of them.
#[derive(Clone, Copy, Default)]
struct Spent {
    /// What the program asked for.
    asked: usize,
    /// The slots of chunks in use.
    in_use: usize,
    /// What of the segments has memory.
    resident: usize,
    /// What of their shadow has.
    shadow: usize,
}

fn spent_by_class() -> [Spent; CLASSES] {
    let mut spent = [Spent::default(); CLASSES];
    segment::for_each(|slots, class| {
        let of_class = &mut spent[class];
        let first = slots.start;
        for slot in slots.step_by(SLOT[class]) {
            if let Some(found) = in_slot(slot).filter(|found| found.chunk.state == State::Allocated)
            {
                of_class.asked += found.chunk.size;
                of_class.in_use += SLOT[class];
            }
        }
        of_class.resident += platform::resident(first, segment::SEGMENT);
        of_class.shadow += resident_shadow(first, segment::SEGMENT);
    });
    spent
}

fn resident_shadow(address: usize, size: usize) -> usize {
    platform::resident(shadow::at(address) as usize, size >> GRANULE_SHIFT)
}

/// Writes a break-down in KiB: first what every kind of memory holds, then each class of small chunks in use.
pub fn print(out: &mut Out) {
    let spent = spent_by_class();
    let sum = |part: fn(&Spent) -> usize| spent.iter().map(part).sum::<usize>() >> 10;
    let (kept, sealed) = idle::kept_bytes();
    let waiting = quarantine::waiting_bytes() >> 10;
    let handed_out = small::handed_out() >> 10;
    let prepared = (0..CLASSES).map(small::prepared).sum::<usize>() >> 10;
    let (asked, in_use) = (sum(|spent| spent.asked), sum(|spent| spent.in_use));
    let large = large::usage();
    let line = |out: &mut Out, line: core::fmt::Arguments<'_>| {
        let _ = writeln!(out, "sanecc: {line}");
    };
    line(
        out,
        format_args!(
            "memory in KiB: {} resident",
            (platform::resident_pages() * PAGE) >> 10
        ),
    );
    line(
        out,
        format_args!(
            "small chunks in use: {asked} asked for, {in_use} with headers, redzones and rounding"
        ),
    );
    line(
        out,
        format_args!(
            "their slots: {prepared} prepared, {handed_out} handed out to threads, {waiting} wait in the quarantine"
        ),
    );
    line(
        out,
        format_args!(
            "their segments: {} mapped, {} resident, {} resident of their shadow",
            segment::mapped_bytes() >> 10,
            sum(|spent| spent.resident),
            sum(|spent| spent.shadow),
        ),
    );
    line(
        out,
        format_args!(
            "segments of no class: {} wait for one, {} are address space alone",
            kept >> 10,
            sealed >> 10
        ),
    );
    line(
        out,
        format_args!(
            "large chunks in use: {} asked for, {} resident; freed ones: {} resident; shadow of both: {}",
            large.asked >> 10,
            large.in_use >> 10,
            large.freed >> 10,
            large.shadow >> 10,
        ),
    );
    line(out, format_args!("stack traces: {}", depot::bytes() >> 10));
    for (class, spent) in spent.iter().enumerate() {
        let prepared = small::prepared(class);
        if prepared != 0 {
            line(
                out,
                format_args!(
                    "slots of {} bytes: {} prepared, {} handed out, {} in use for {}",
                    SLOT[class],
                    prepared >> 10,
                    (small::handed_out_of(class) * SLOT[class]) >> 10,
                    spent.in_use >> 10,
                    spent.asked >> 10,
                ),
            );
        }
    }
}
