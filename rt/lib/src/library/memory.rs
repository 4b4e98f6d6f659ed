//! Blocks of memory.

use super::around;
use sanecc_rt::library::Invocation;
use sanecc_rt::library::memory;

around! {
    "memcpy" 3 => memcpy;
    "memmove" 3 => memmove;
    "memset" 3 => memset;
}

extern "C" fn memcpy(to: usize, from: usize, length: usize, call: Invocation) -> usize {
    memory::memcpy(to, from, length, call)
}

extern "C" fn memmove(to: usize, from: usize, length: usize, call: Invocation) -> usize {
    memory::memmove(to, from, length, call)
}

extern "C" fn memset(to: usize, byte: i32, length: usize, call: Invocation) -> usize {
    memory::memset(to, byte, length, call)
}
