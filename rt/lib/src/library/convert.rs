//! Numbers out of strings.

use super::before;
use sanecc_rt::library::{Arguments, Invocation, convert};

before! {
    "strtold" => strtold;
}

extern "C" fn strtold(arguments: &Arguments, call: Invocation) {
    convert::before_strtold(arguments, call);
}
