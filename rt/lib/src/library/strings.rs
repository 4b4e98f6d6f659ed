//! Strings of bytes.

use super::around;
use sanecc_rt::library::Invocation;
use sanecc_rt::library::strings;

around! {
    "strcpy" 2 => strcpy;
    "strlen" 1 => strlen;
}
extern "C" fn strlen(text: usize, call: Invocation) -> usize {
    strings::strlen(text, call)
}

extern "C" fn strcpy(to: usize, from: usize, call: Invocation) -> usize {
    strings::strcpy(to, from, call)
}
