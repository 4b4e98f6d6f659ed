//! The entry points that all functions share whose effects are data (`sanecc_abi::library::effects`).

use sanecc_rt::library::effects::{enter, leave};

/// Makes an entry point: saves a [`CallFrame`](sanecc_rt::platform::CallFrame), asks what to do, and enters the real function in the caller's place or calls it
/// and looks at what it returned. The stack is as the debugger and the unwinder want it: a call may be cancelled, or throw.
macro_rules! entry {
    ($name:literal, $stub:ident) => {
        const _: () = {
            #[unsafe(export_name = $name)]
            #[unsafe(naked)]
            extern "C" fn entry() {
                $crate::arch::$stub!(enter, leave)
            }
        };
    };
}

entry!("__sanecc_lib_effects", effects_entry);
entry!(
    "__sanecc_lib_effects_with_vectors",
    effects_with_vectors_entry
);
