//! What the heap is full of: chunks in use by the stacks that allocated them.

use super::frames::Tracer;
use super::leaks::print_allocation;
use super::module;
use super::report_lock::ReportLock;
use super::settings;
use crate::heap::census::Census;
use crate::leak::groups::Leaks;
use crate::options::Format;
use crate::output::Out;
use core::fmt::Write;

/// Writes how much is in use, and what for: the stacks with most bytes first, until they are more than `top_percent` of all, and at most so
/// many. As exact as a [`Census`].
pub fn print(out: &mut Out, top_percent: usize, stacks: usize) {
    let Census { live, freed } = Census::take();
    let _ = writeln!(
        out,
        "Live Heap Allocations: {} bytes in {} chunks; quarantined: {} bytes in {} chunks; 0 other chunks; total chunks: {}; \
         showing top {top_percent}% (at most {stacks} unique contexts)",
        live.bytes,
        live.chunks,
        freed.bytes,
        freed.chunks,
        live.chunks + freed.chunks
    );
    let _turn = ReportLock::share();
    let Some(chunks) = Leaks::of_all_in_use() else {
        let _ = writeln!(out, "    (memory is out)");
        return;
    };
    let modules = module::all();
    let tracer = &mut Tracer::new(&modules, settings::symbolize());
    let is_asan = settings::format() == Format::Asan;
    let percent = |bytes: usize| bytes.saturating_mul(100) / live.bytes.max(1);
    let mut shown = 0;
    for group in chunks.groups.iter().take(stacks) {
        let (bytes, count) = (group.bytes, group.count);
        let _ = writeln!(
            out,
            "{bytes} byte(s) ({}%) in {count} allocation(s)",
            percent(bytes)
        );
        print_allocation(out, tracer, group.trace, is_asan);
        shown += bytes;
        if percent(shown) > top_percent {
            break;
        }
    }
}
