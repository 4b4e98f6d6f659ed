//! Something lies where the shadow has to be, or is about to: what it is, and what to do.

use crate::output::{Bytes, Out};
use crate::platform::{self, SHADOW_OFFSET};
use core::fmt::Write;
use core::ops::Range;

/// Says that the program itself maps or unmaps these addresses, where the areas (start, end) are, and ends the process.
pub fn refuse_over(pages: Range<usize>, areas: &[(usize, usize)]) -> ! {
    let mut out = Out::stderr();
    let _ = writeln!(
        out,
        "sanecc: error: the program maps or unmaps {:#x}-{:#x}, where the checks have their shadow memory.\n\
         sanecc: note: the areas are {:#x}-{:#x}, {:#x}-{:#x}. Let the system choose the address (mmap without \
         MAP_FIXED), or use others.",
        pages.start, pages.end, areas[0].0, areas[0].1, areas[1].0, areas[1].1,
    );
    out.flush();
    platform::exit(1)
}

/// Says what is in the way in one of the areas (start, end) and ends the process.
pub fn refuse(areas: &[(usize, usize)]) -> ! {
    let mut out = Out::stderr();
    let mut in_way = platform::NamedMapping::default();
    let is_found = areas
        .iter()
        .any(|&(start, end)| platform::find_mapping(start..end, &mut in_way));
    // Where the shadow begins nothing but shadow does.
    let _ = if is_found && in_way.range.start != SHADOW_OFFSET {
        writeln!(
            out,
            "sanecc: error: the program has {:#x}-{:#x} mapped ({}), where the checks need their shadow memory.\n\
             sanecc: note: the areas are {:#x}-{:#x}, {:#x}-{:#x} and what lies between. Link the program as a \
             position-independent executable (-pie), or at another address (without -Ttext-segment= and \
             --image-base=; with less static data), and run it without wrappers that map memory at fixed places.",
            in_way.range.start,
            in_way.range.end,
            Bytes(in_way.name()),
            areas[0].0,
            areas[0].1,
            areas[1].0,
            areas[1].1,
        )
    } else {
        // Two heaps, each of which takes the other's chunks for errors, are worse than none.
        writeln!(
            out,
            "sanecc: error: a second sanitizer starts in this process: the shadow's memory at {SHADOW_OFFSET:#x} is in \
             use already, by another copy of sanecc's runtime or by AddressSanitizer.\n\
             sanecc: note: do not preload or link libsanecc_rt.so where the program has a runtime of its own; compile \
             the program and its libraries with the same compiler."
        )
    };
    out.flush();
    platform::exit(1)
}
