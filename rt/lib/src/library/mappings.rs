//! Mappings, limits of them, and stacks of contexts.

use super::{before, checked};
use sanecc_rt::library::limits;
use sanecc_rt::library::mappings::*;
use sanecc_rt::library::{Arguments, Invocation};

checked! {
    "mlockall" 1 (flags) around |_, real| if is_left_unlocked(flags) { 0 } else { real(flags) };
    "mmap" 6 (place, length, protection, flags, file, offset) around |_, real| {
        before_mapping(place, length, flags);
        let address = real(place, length, protection, flags, file, offset);
        mapped(address, length, flags);
        address
    };
    "mprotect" 3 (_address, _length, protection) before |_| before_protection(protection);
    "munmap" 2 (address, length) before |_| before_unmapping(address, length);
    "prlimit" 4 (process, resource, new, old) around |call, real| {
        limits::before(process, resource, new, old, call);
        let result = real(process, resource, new, old);
        limits::after();
        result
    };
    "setrlimit" 2 (resource, new) around |call, real| {
        limits::before(0, resource, new, 0, call);
        let result = real(resource, new);
        limits::after();
        result
    };
}

before! {
    "makecontext" => makecontext;
    "setcontext" => setcontext;
    "swapcontext" => swapcontext;
}

extern "C" fn makecontext(arguments: &Arguments, _: Invocation) {
    before_makecontext(arguments);
}

extern "C" fn setcontext(arguments: &Arguments, _: Invocation) {
    before_setcontext(arguments);
}

extern "C" fn swapcontext(arguments: &Arguments, _: Invocation) {
    before_swapcontext(arguments);
}
