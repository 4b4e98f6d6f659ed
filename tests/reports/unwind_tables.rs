//! Every function of the runtime has call-frame information: debuggers, profilers and C++ exceptions walk through all of them.

use crate::program::runtime;
use addr2line::gimli::{BaseAddresses, CieOrFde, EhFrame, LittleEndian, UnwindSection};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::ops::Range;

/// What the C compiler puts into each shared object.
const OF_THE_COMPILER: [&str; 6] = [
    "__do_global_dtors_aux",
    "_fini",
    "_init",
    "deregister_tm_clones",
    "frame_dummy",
    "register_tm_clones",
];

/// Functions begin at multiples of so many bytes: what lies between them is less.
const ALIGNMENT: u64 = 16;

/// The addresses that the unwind tables describe, in order.
fn described(file: &object::File<'_>) -> Vec<Range<u64>> {
    let section = file.section_by_name(".eh_frame").unwrap();
    let data = section.data().unwrap();
    let text = file.section_by_name(".text").unwrap().address();
    let bases = BaseAddresses::default()
        .set_eh_frame(section.address())
        .set_text(text);
    let frames = EhFrame::new(data, LittleEndian);
    let mut entries = frames.entries(&bases);
    let mut ranges = Vec::new();
    while let Some(entry) = entries.next().unwrap() {
        if let CieOrFde::Fde(partial) = entry {
            let fde = partial.parse(EhFrame::cie_from_offset).unwrap();
            ranges.push(fde.initial_address()..fde.end_address());
        }
    }
    ranges.sort_by_key(|range| range.start);
    ranges
}

#[test]
fn every_function_can_be_unwound() {
    let path = runtime().with_file_name("libsanecc_rt.so");
    let data = std::fs::read(&path).unwrap();
    let file = object::File::parse(&*data).unwrap();
    let ranges = described(&file);
    let mut functions = 0;
    for symbol in file.symbols().filter(|one| one.kind() == SymbolKind::Text) {
        let name = symbol.name().unwrap();
        // A mark at the end of a function is none.
        if !symbol.is_definition() || symbol.size() == 0 || OF_THE_COMPILER.contains(&name) {
            continue;
        }
        functions += 1;
        let end = symbol.address() + symbol.size();
        let has_entry = |range: &Range<u64>| range.start <= symbol.address() && end <= range.end;
        assert!(ranges.iter().any(has_entry), "{name} has no unwind entry");
    }
    assert!(functions > 1000, "{functions} functions");
}

/// Code without a symbol, or behind the size of one, as assembly may have it.
#[test]
fn all_code_can_be_unwound() {
    let path = runtime().with_file_name("libsanecc_rt.so");
    let data = std::fs::read(&path).unwrap();
    let file = object::File::parse(&*data).unwrap();
    let text = file.section_by_name(".text").unwrap();
    let end = text.address() + text.size();
    let ranges = described(&file).into_iter();
    let ranges: Vec<_> = ranges
        .filter(|range| range.start >= text.address() && range.end <= end)
        .collect();
    // The compiler's own code comes first.
    let mut at = ranges[0].start;
    for range in ranges {
        assert!(
            range.start < at + ALIGNMENT,
            "no unwind entry from {at:#x} to {:#x}",
            range.start
        );
        at = at.max(range.end);
    }
    assert!(end < at + ALIGNMENT, "no unwind entry behind {at:#x}");
}
