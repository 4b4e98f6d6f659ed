//! Mappings, limits of them, and stacks of contexts.

use super::{before, checked};
use sanecc_rt::library::limits;
use sanecc_rt::library::mappings::*;
use sanecc_rt::library::{Arguments, Invocation};

checked! {
    "mlockall" 1 (flags) around |_, real| if is_left_unlocked(flags) { 0 } else { real(flags) };
    "mprotect" 3 (_address, _length, protection) before |_| before_protection(protection);
    "pkey_mprotect" 4 (_address, _length, protection, _key) before |_| before_protection(protection);
    "munmap" 2 (address, length) before |_| before_unmapping(address, length);
}

/// Entry points of functions that set limits, which consist of numbers of this type.
macro_rules! limiting {
    ($limit:ty: $prlimit:literal $setrlimit:literal) => {
        checked! {
            $prlimit 4 (process, resource, new, old) around |call, real| {
                limits::before::<$limit>(process, resource, new, old, call);
                let result = real(process, resource, new, old);
                limits::after();
                result
            };
            $setrlimit 2 (resource, new) around |call, real| {
                limits::before::<$limit>(0, resource, new, 0, call);
                let result = real(resource, new);
                limits::after();
                result
            };
        }
    };
}

limiting!(usize: "prlimit" "setrlimit");
limiting!(u64: "prlimit64" "setrlimit64");

/// The entry point of a function that maps memory, with so many words of arguments, of which those behind the first four say where in which file.
macro_rules! mapping {
    ($name:literal $count:tt ($($place:ident),*)) => {
        checked! {
            $name $count (place, length, protection, flags, $($place),*) around |_, real| {
                before_mapping(place, length, flags);
                let address = real(place, length, protection, flags, $($place),*);
                mapped(address, length, flags);
                address
            };
        }
    };
}

mapping!("mmap" 6 (file, offset));
#[cfg(target_pointer_width = "64")]
mapping!("mmap64" 6 (file, offset));
// Two words, the first of which is an even one.
#[cfg(target_pointer_width = "32")]
mapping!("mmap64" 8 (file, between, low, high));

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
