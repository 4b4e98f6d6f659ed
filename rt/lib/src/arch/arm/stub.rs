//! 32-bit Arm: entry stubs that note the caller, as assembly.

/// Assembly that goes on at `{target}` with so many arguments, the return address and the caller's frame pointer.
macro_rules! caller_stub {
    (1) => {
        ".fnstart\n bic r1, lr, #1\n mov r2, r11\n b {target}\n .fnend"
    };
    (2) => {
        ".fnstart\n bic r2, lr, #1\n mov r3, r11\n b {target}\n .fnend"
    };
    (3) => {
        ".fnstart
         push {{r11, lr}}
         .save {{r11, lr}}
         sub sp, sp, #8
         .pad #8
         str r11, [sp]
         bic r3, lr, #1
         bl {target}
         add sp, sp, #8
         pop {{r11, pc}}
         .fnend"
    };
    (4) => {
        ".fnstart
         push {{r11, lr}}
         .save {{r11, lr}}
         bic r12, lr, #1
         push {{r11, r12}}
         .pad #8
         ldr r12, [sp, #4]
         str r11, [sp, #4]
         str r12, [sp]
         bl {target}
         add sp, sp, #8
         pop {{r11, pc}}
         .fnend"
    };
}

/// Assembly that calls `{target}` with so many arguments and behind them the caller's `sanecc_rt::platform::Registers`.
macro_rules! registers_stub {
    ($count:tt) => {
        concat!(
            ".fnstart\n ",
            $crate::arch::registers_tail!($count),
            "\n .fnend"
        )
    };
}

/// The same as the end of a function, between `.fnstart` and `.fnend`.
macro_rules! registers_tail {
    (0) => {
        $crate::arch::registers_tail!(with "mov r0, sp")
    };
    (1) => {
        $crate::arch::registers_tail!(with "mov r1, sp")
    };
    (2) => {
        $crate::arch::registers_tail!(with "mov r2, sp")
    };
    (3) => {
        $crate::arch::registers_tail!(with "mov r3, sp")
    };
    (4) => {
        $crate::arch::registers_tail!(
            with
            "mov r12, sp
             sub sp, sp, #8
             str r12, [sp]"
        )
    };
    // Two arguments are on the stack already.
    (6) => {
        $crate::arch::registers_tail!(
            with
            "mov r12, sp
             sub sp, sp, #16
             ldr lr, [r11, #8]
             str lr, [sp]
             ldr lr, [r11, #12]
             str lr, [sp, #4]
             str r12, [sp, #8]"
        )
    };
    (with $pass:literal) => {
        concat!(
            "push {{r11, lr}}
             .save {{r11, lr}}
             sub sp, sp, #48
             .pad #48
             stm sp, {{r4-r11}}
             str lr, [sp, #32]
             bic r12, lr, #1
             str r12, [sp, #40]
             add r12, sp, #56
             str r12, [sp, #36]
             add r11, sp, #48
             .setfp r11, sp, #48
             ",
            $pass,
            "
             bl {target}
             mov sp, r11
             pop {{r11, pc}}"
        )
    };
}

/// Assembly that goes on at `{target}` with all arguments, as the end of a function.
macro_rules! jump {
    () => {
        "b {target}"
    };
}

/// Assembly that goes on at `{target}`.
macro_rules! jump_stub {
    () => {
        ".fnstart\n b {target}\n .fnend"
    };
}

/// Assembly that goes on at `{target}` with one argument and the return address.
macro_rules! place_stub {
    () => {
        ".fnstart\n bic r1, lr, #1\n b {target}\n .fnend"
    };
}

/// Assembly that asks `{before}` with the first argument where to go, and goes there with all.
macro_rules! ask_stub {
    () => {
        $crate::arch::ask_stub!("bl {before}", "")
    };
    ($ask:literal, $change:literal) => {
        concat!(
            ".fnstart
             push {{r0-r3, r11, lr}}
             .save {{r11, lr}}
             .pad #16
             ",
            $ask,
            "
             mov r12, r0
             pop {{r0-r3, r11, lr}}
             ",
            $change,
            "
             bx r12
             .fnend"
        )
    };
}

/// Assembly that begins a function, for unwinders.
macro_rules! begin {
    () => {
        ".fnstart"
    };
}

/// Assembly that ends it.
macro_rules! end {
    () => {
        ".fnend"
    };
}

/// Assembly of a function that does nothing.
macro_rules! nothing_stub {
    () => {
        ".fnstart\n bx lr\n .fnend"
    };
}

/// [`registers_stub`] for two arguments, of which the second is of this type: one of 64 bits is in the third and the fourth register.
macro_rules! store_stub {
    (u64) => {
        $crate::arch::registers_stub!(4)
    };
    ($type:tt) => {
        $crate::arch::registers_stub!(2)
    };
}

pub(crate) use {
    ask_stub, begin, caller_stub, end, jump, jump_stub, nothing_stub, place_stub, registers_stub,
    registers_tail, store_stub,
};
