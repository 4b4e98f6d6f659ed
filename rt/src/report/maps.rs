//! What is mapped, after a report (`print_module_map`).

use crate::output::{Bytes, Out};
use crate::platform::{self, NamedMapping};
use core::fmt::Write;

/// Prints ranges of addresses with the names of their files.
pub fn print(out: &mut Out, process: u32) {
    let _ = writeln!(out, "=={process}==Process memory map follows:");
    let mut mapping = NamedMapping::default();
    let mut start = 0;
    while platform::find_mapping(start..usize::MAX, &mut mapping) {
        let range = mapping.range.clone();
        let words = mapping.name().splitn(5, |byte| *byte == b' ');
        // Rights, offset, device and inode come first.
        let name = words.last().map_or(&b""[..], <[u8]>::trim_ascii);
        let _ = writeln!(
            out,
            "\t{:#014x}-{:#014x}\t{}",
            range.start,
            range.end,
            Bytes(name)
        );
        start = range.end;
    }
    let _ = writeln!(out, "=={process}==End of process memory map.");
}
