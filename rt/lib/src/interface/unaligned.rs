//! The reads and writes of `sanitizer/common_interface_defs.h` that need no alignment: checked as the program's own are.

use super::asan::{READ, WRITE};
use crate::arch::{registers_stub, store_stub};
use sanecc_rt::platform::Registers;
use sanecc_rt::report::{self, Finding};
use sanecc_rt::shadow;

/// Reports the access if it touches a byte that may not be touched.
fn check(address: usize, length: usize, is_write: bool, registers: &Registers) {
    shadow::set_up();
    if let Some(poisoned) = shadow::first_poisoned(address, length) {
        let finding = Finding::Access {
            poisoned,
            start: address,
            length,
            site: if is_write { &WRITE } else { &READ },
        };
        report::from_registers(finding, registers);
    }
}

macro_rules! unaligned {
    ($($load:ident $store:ident $loaded:ident $stored:ident $type:tt;)*) => {
        $(
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $load() {
                core::arch::naked_asm!(registers_stub!(1), target = sym $loaded)
            }

            extern "C" fn $loaded(place: *const $type, registers: &Registers) -> $type {
                check(place as usize, size_of::<$type>(), false, registers);
                // SAFETY: the program would read it itself.
                unsafe { place.read_unaligned() }
            }

            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $store() {
                core::arch::naked_asm!(store_stub!($type), target = sym $stored)
            }

            extern "C" fn $stored(place: *mut $type, value: $type, registers: &Registers) {
                check(place as usize, size_of::<$type>(), true, registers);
                // SAFETY: the program would write it itself.
                unsafe { place.write_unaligned(value) };
            }
        )*
    };
}

unaligned! {
    __sanitizer_unaligned_load16 __sanitizer_unaligned_store16 loaded16 stored16 u16;
    __sanitizer_unaligned_load32 __sanitizer_unaligned_store32 loaded32 stored32 u32;
    __sanitizer_unaligned_load64 __sanitizer_unaligned_store64 loaded64 stored64 u64;
}
