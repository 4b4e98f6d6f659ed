//! Chunks of memory.

use super::checked;
use sanecc_rt::library::hooks;
use sanecc_rt::library::memory::*;
use sanecc_rt::shadow::is_readily_addressable as is_addressable;

checked! {
    "memcpy" 3 (to, from, length) before |call| copy(to, from, length, call), unless is_addressable_copy(to, from, length);
    "__memcpy_chk" 4 (to, from, length, _capacity) before |call| copy(to, from, length, call), unless is_addressable_copy(to, from, length);
    "memmove" 3 (to, from, length) before |call| shift(to, from, length, call), unless is_addressable(from, length) && is_addressable(to, length);
    "__memmove_chk" 4 (to, from, length, _capacity) before |call| shift(to, from, length, call), unless is_addressable(from, length) && is_addressable(to, length);
    "memset" 3 (to, _byte, length) before |call| fill(to, length, call), unless is_addressable(to, length);
    "__memset_chk" 4 (to, _byte, length, _capacity) before |call| fill(to, length, call), unless is_addressable(to, length);
    "bzero" 2 (to, length) before |call| fill(to, length, call), unless is_addressable(to, length);
    "__explicit_bzero_chk" 3 (to, length, _capacity) before |call| fill(to, length, call);
    "bcopy" 3 (from, to, length) before |call| shift(to, from, length, call);
    "memccpy" 4 (to, from, byte, length) before |call| copy_until(to, from, byte as u8, length, call);
    "memcmp" 3 (a, b, length) before |call| {
        compare(a, b, length, call);
        hooks::memcmp(a, b, length, call);
    }, unless is_addressable(a, length) && is_addressable(b, length) && hooks::memcmp_is_unwatched();
    "memchr" 3 (chunk, _byte, length) after |call, found| find(chunk, length, found, call), unless is_addressable(chunk, length);
    "rawmemchr" 2 (chunk, _byte) after |call, found| find(chunk, 0, found, call);
    "memrchr" 3 (chunk, _byte, length) before |call| find(chunk, length, 0, call), unless is_addressable(chunk, length);
    "memmem" 4 (chunk, length, wanted, size) before |call| {
        find_chunk((chunk, length), (wanted, size), call);
        hooks::memmem(chunk, length, wanted, size, call);
    };
    "swab" 3 (from, to, length) before |call| swap_pairs(from, to, length as isize, call);
}
