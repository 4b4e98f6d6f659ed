//! The shadow around an address, and what its bytes mean.

use super::settings;
use crate::output::Out;
use crate::shadow;
use core::fmt::Write;
use sanecc_abi::shadow::{GRANULE, PARTIAL};

const ROW: usize = 16;
const ROWS_AROUND: usize = 5;

/// How shadow bytes are shown and explained.
pub struct Notation {
    show: fn(u8) -> u8,
    legend: &'static str,
}

/// The bytes as they are.
pub const OURS: Notation = Notation {
    show: |byte| byte,
    legend: "Shadow byte legend (one shadow byte represents 8 bytes of memory):
  Addressable:           00 to 3f (n: these 8 bytes, and all up to 8 * 2^n)
  Partially addressable: 41 to 47 (4k: the first k bytes)
  Heap redzone:          fa    Freed heap:           fd
  Stack left redzone:    f1    Stack mid redzone:    f2
  Stack right redzone:   f3    Stack after return:   f5
  Stack use after scope: f8    Global redzone:       f9
  Left alloca redzone:   ca    Right alloca redzone: cb
  Poisoned by user:      f7    Runtime internal:     fe
",
};

/// As AddressSanitizer's shadow would be.
pub const ASAN: Notation = Notation {
    show: |byte| match byte {
        addressable if shadow::is_addressable(addressable) => 0,
        partial if partial & 0x80 == 0 => partial - PARTIAL,
        poison => poison,
    },
    legend: "Shadow byte legend (one shadow byte represents 8 application bytes):
  Addressable:           00
  Partially addressable: 01 02 03 04 05 06 07 
  Heap left redzone:       fa
  Freed heap region:       fd
  Stack left redzone:      f1
  Stack mid redzone:       f2
  Stack right redzone:     f3
  Stack after return:      f5
  Stack use after scope:   f8
  Global redzone:          f9
  Global init order:       f6
  Poisoned by user:        f7
  Container overflow:      fc
  Array cookie:            ac
  Intra object redzone:    bb
  ASan internal:           fe
  Left alloca redzone:     ca
  Right alloca redzone:    cb
",
};

/// Prints the shadow around `address`, a row of 16 bytes for 128 bytes of memory.
pub fn print(out: &mut Out, address: usize, notation: &Notation) {
    if !shadow::map::is_readable(address) {
        return;
    }
    let _ = writeln!(out, "Shadow bytes around the buggy address:");
    let bytes_per_row = ROW * GRANULE;
    let own = address / bytes_per_row * bytes_per_row;
    for row in 0..=2 * ROWS_AROUND {
        let Some(start) = (own + row * bytes_per_row).checked_sub(ROWS_AROUND * bytes_per_row)
        else {
            continue;
        };
        if shadow::map::is_readable(start) && shadow::map::is_readable(start + bytes_per_row - 1) {
            print_row(out, start, address & !(GRANULE - 1), notation);
        }
    }
    if settings::legend() {
        let _ = out.write_str(notation.legend);
    }
}

fn print_row(out: &mut Out, start: usize, marked: usize, notation: &Notation) {
    let is_own = (start..start + ROW * GRANULE).contains(&marked);
    let _ = write!(out, "{}{start:#014x}:", if is_own { "=>" } else { "  " });
    for index in 0..ROW {
        let at = start + index * GRANULE;
        // The bracket stands in place of the space.
        let before = match at {
            at if at == marked => '[',
            at if is_own && at == marked + GRANULE => ']',
            _ => ' ',
        };
        let byte = (notation.show)(shadow::get(at));
        let _ = write!(out, "{before}{byte:02x}");
    }
    let is_last = marked == start + (ROW - 1) * GRANULE;
    let _ = writeln!(out, "{}", if is_last { "]" } else { "" });
}
