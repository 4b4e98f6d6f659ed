//! `__asan_set_shadow_...`: shadow bytes by their address, in AddressSanitizer's encoding. Compilers call them for large frames,
//! programs to see what becomes of it.

use sanecc_abi::shadow::{GRANULE, Poison};
use sanecc_rt::{provenance, shadow};

/// Has `count` bytes of shadow from `place` on say what `byte` says to AddressSanitizer.
fn set(place: usize, count: usize, byte: u8) {
    shadow::set_up();
    let Some(address) = shadow::map::address_of_shadow(place) else {
        return;
    };
    let size = count * GRANULE;
    provenance::let_shadow_decide(address, size);
    match (byte, Poison::from_byte(byte)) {
        (_, Some(code)) => shadow::user::user_poison(address, size, code),
        (addressable, None) => {
            shadow::user::user_unpoison(address, size);
            if addressable != 0 {
                let rest = GRANULE - usize::from(addressable);
                for granule in (address..address + size).step_by(GRANULE) {
                    shadow::user::user_poison(
                        granule + usize::from(addressable),
                        rest,
                        Poison::User,
                    );
                }
            }
        }
    }
}

macro_rules! set_shadow {
    ($($name:ident $byte:literal;)*) => {
        $(
            #[unsafe(no_mangle)]
            extern "C" fn $name(place: usize, count: usize) {
                set(place, count, $byte);
            }
        )*
    };
}

set_shadow! {
    __asan_set_shadow_00 0x00;
    __asan_set_shadow_01 0x01;
    __asan_set_shadow_02 0x02;
    __asan_set_shadow_03 0x03;
    __asan_set_shadow_04 0x04;
    __asan_set_shadow_05 0x05;
    __asan_set_shadow_06 0x06;
    __asan_set_shadow_07 0x07;
    __asan_set_shadow_f1 0xf1;
    __asan_set_shadow_f2 0xf2;
    __asan_set_shadow_f3 0xf3;
    __asan_set_shadow_f5 0xf5;
    __asan_set_shadow_f8 0xf8;
}

/// The constructor of a class that was compiled with `-fsanitize-address-field-padding=` begins: nothing may touch the
/// room between its members.
#[unsafe(no_mangle)]
extern "C" fn __asan_poison_intra_object_redzone(address: usize, size: usize) {
    shadow::set_up();
    provenance::let_shadow_decide(address, size);
    shadow::user::user_poison(address, size, Poison::IntraObject);
}

/// Its destructor has ended.
#[unsafe(no_mangle)]
extern "C" fn __asan_unpoison_intra_object_redzone(address: usize, size: usize) {
    shadow::set_up();
    shadow::user::user_unpoison(address, size);
}
