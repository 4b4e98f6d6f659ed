//! 32-bit Arm: stubs through which code without checks reaches library functions, as assembly.

/// Bytes of a stub: two instructions.
pub(crate) const STUB_DISTANCE: usize = 8;

/// `{count}` stubs: each jumps to what stands at `{entry}` in its record, of `{size}` bytes, among `{records}`. The program counter runs ahead by two
/// instructions, and the target takes a detour over the stack, since no other register is free.
macro_rules! outside_stubs {
    () => {
        ".fnstart
         3:
         .rept {count}
         sub r12, pc, #8
         b 2f
         .endr
         2:
         push {{r0, r1}}
         ldr r0, 6f
         5:
         add r0, pc, r0
         sub r12, r12, r0
         lsr r12, r12, #3
         movw r0, #{size}
         mul r12, r12, r0
         ldr r0, 7f
         8:
         add r0, pc, r0
         add r12, r12, r0
         ldr r0, [r12, #{entry}]
         str r0, [sp, #4]
         pop {{r0, pc}}
         6:
         .long 3b - (5b + 8)
         7:
         .long {records} - (8b + 8)
         .fnend"
    };
}

/// Asks `{before}` with `{number}` and the first argument where to go, and goes there with both.
macro_rules! numbered_stub {
    () => {
        $crate::arch::ask_stub!(
            "mov r1, r0
             mov r0, #{number}
             bl {before}",
            ""
        )
    };
}

/// Returns what `{known}` knows of both arguments; where that is nothing, goes to the real function of the record.
macro_rules! lookup_stub {
    () => {
        concat!(
            ".fnstart
             push {{r0, r1, r11, r12}}
             .pad #16
             push {{r11, lr}}
             .save {{r11, lr}}
             bl {known}
             mov r2, r0
             pop {{r11, lr}}
             pop {{r0, r1, r11, r12}}
             cmp r2, #0
             movne r0, r2
             bxne lr
             ",
            $crate::arch::real_function!(),
            "bx r12
             .fnend"
        )
    };
}

/// Leads from the address of a record in `r12` to the real function's, which stands where a relative pointer at the record's beginning leads. Changes `lr`'s
/// neighbour on the stack alone.
macro_rules! real_function {
    () => {
        "push {{r0}}
         ldr r0, [r12]
         ldr r12, [r12, r0]
         pop {{r0}}
         "
    };
}

pub(crate) use {lookup_stub, numbered_stub, outside_stubs, real_function};
