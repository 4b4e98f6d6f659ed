//! 32-bit Arm: entry points of checked library calls, as assembly. `r12` holds the address of the call's record.

/// The `Invocation` is passed in the next two words, of which one or both may be on the stack.
macro_rules! around_stub {
    (0) => {
        $crate::arch::around_stub!("r0", "r1")
    };
    (1) => {
        $crate::arch::around_stub!("r1", "r2")
    };
    (2) => {
        $crate::arch::around_stub!("r2", "r3")
    };
    (3) => {
        $crate::arch::around_stub!(
            with 8,
            "mov r3, r12
             bic r12, lr, #1
             str r12, [sp]"
        )
    };
    (4) => {
        $crate::arch::around_stub!(
            with 8,
            "str r12, [sp]
             bic r12, lr, #1
             str r12, [sp, #4]"
        )
    };
    (5) => {
        $crate::arch::around_stub!(
            with 16,
            "str r12, [sp, #4]
             bic r12, lr, #1
             str r12, [sp, #8]
             ldr r12, [r11, #8]
             str r12, [sp]"
        )
    };
    (6) => {
        $crate::arch::around_stub!(
            with 16,
            "str r12, [sp, #8]
             bic r12, lr, #1
             str r12, [sp, #12]
             ldr r12, [r11, #8]
             str r12, [sp]
             ldr r12, [r11, #12]
             str r12, [sp, #4]"
        )
    };
    (8) => {
        $crate::arch::around_stub!(
            with 24,
            "str r12, [sp, #16]
             bic r12, lr, #1
             str r12, [sp, #20]
             ldr r12, [r11, #8]
             str r12, [sp]
             ldr r12, [r11, #12]
             str r12, [sp, #4]
             ldr r12, [r11, #16]
             str r12, [sp, #8]
             ldr r12, [r11, #20]
             str r12, [sp, #12]"
        )
    };
    ($record:literal, $pc:literal) => {
        concat!(
            ".fnstart\n mov ",
            $record,
            ", r12\n bic ",
            $pc,
            ", lr, #1\n b {target}\n .fnend"
        )
    };
    (with $room:literal, $pass:literal) => {
        concat!(
            ".fnstart
             push {{r11, lr}}
             .save {{r11, lr}}
             mov r11, sp
             .setfp r11, sp
             sub sp, sp, #",
            $room,
            "\n ",
            $pass,
            "
             bl {target}
             mov sp, r11
             pop {{r11, pc}}
             .fnend"
        )
    };
}

/// As [`around_stub`], and the caller's frame pointer is passed behind the `Invocation`.
macro_rules! allocating_stub {
    (1) => {
        ".fnstart\n mov r1, r12\n bic r2, lr, #1\n mov r3, r11\n b {target}\n .fnend"
    };
    (2) => {
        ".fnstart
         push {{r11, lr}}
         .save {{r11, lr}}
         sub sp, sp, #8
         .pad #8
         mov r2, r12
         bic r3, lr, #1
         str r11, [sp]
         bl {target}
         add sp, sp, #8
         pop {{r11, pc}}
         .fnend"
    };
}

/// Stores `sanecc_rt::library::Arguments` at the stack pointer, calls, and puts the registers back. The real function's
/// address comes from the record: the relative pointer at its beginning leads to it.
macro_rules! before_stub {
    () => {
        concat!(
            ".fnstart
             sub sp, sp, #160
             .pad #160
             stm sp, {{r0-r3}}
             add r0, sp, #16
             vstmia r0, {{d0-d7}}
             str r11, [sp, #144]
             str lr, [sp, #148]
             str r12, [sp, #152]
             mov r0, sp
             mov r1, r12
             bic r2, lr, #1
             bl {target}
             add r0, sp, #16
             vldmia r0, {{d0-d7}}
             ldr lr, [sp, #148]
             ldr r12, [sp, #152]
             ldm sp, {{r0-r3}}
             add sp, sp, #160
             ",
            $crate::arch::real_function!(),
            "bx r12
             .fnend"
        )
    };
}

/// An entry point of functions whose effects are data, as assembly with the functions of the core that are called before and after the real one.
macro_rules! effects_entry {
    ($before:path, $after:path) => {
        $crate::arch::effects_entry!($before, $after, "", "")
    };
    ($before:path, $after:path, $save_vectors:expr, $restore_vectors:expr) => {
        core::arch::naked_asm!(
            ".fnstart
             push {{r11, lr}}
             .save {{r11, lr}}
             mov r11, sp
             .setfp r11, sp
             sub sp, sp, #{size}
             str r0, [sp, #{general}]
             str r1, [sp, #{general} + 4]
             str r2, [sp, #{general} + 8]
             str r3, [sp, #{general} + 12]
             str r12, [sp, #{record}]
             add r0, r11, #8
             str r0, [sp, #{stack}]
             bic r0, lr, #1
             str r0, [sp, #{pc}]",
            $save_vectors,
            "mov r0, sp
             bl {before}
             cmp r0, #0
             blt 4f",
            // As much of the caller's stack as there may be arguments.
            "add r1, r0, #15
             bic r1, r1, #15
             sub sp, sp, r1
             add r2, r11, #8
             2:
             cmp r0, #0
             beq 3f
             sub r0, r0, #4
             ldr r3, [r2, r0]
             str r3, [sp, r0]
             b 2b
             3:",
            $crate::arch::restore!(),
            $restore_vectors,
            "blx r12
             sub r12, r11, #{size}
             str r0, [r12, #{result}]
             str r1, [r12, #{result_above}]
             vstr d0, [r12]
             mov r0, r12
             bl {after}
             sub r12, r11, #{size}
             ldr r0, [r12, #{result}]
             ldr r1, [r12, #{result_above}]
             vldr d0, [r12]
             mov sp, r11
             pop {{r11, pc}}",
            // The real function returns to the caller.
            "4:",
            $crate::arch::restore!(),
            $restore_vectors,
            "mov sp, r11
             pop {{r11, lr}}
             bx r12
             .fnend",
            size = const core::mem::size_of::<sanecc_rt::platform::CallFrame>(),
            general = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, general),
            record = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, record),
            stack = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, stack),
            pc = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, pc),
            result = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, result),
            result_above = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, result_above),
            before = sym $before,
            after = sym $after,
        )
    };
}

/// The same for functions with arguments in registers for numbers with a fraction.
macro_rules! effects_with_vectors_entry {
    ($before:path, $after:path) => {
        $crate::arch::effects_entry!(
            $before,
            $after,
            "vstmia sp, {{d0-d7}}",
            "sub lr, r11, #{size}
             vldmia lr, {{d0-d7}}"
        )
    };
}

/// Puts the arguments back that [`effects_entry`] has saved, and the real function's address into `r12`.
macro_rules! restore {
    () => {
        "sub r12, r11, #{size}
         ldr r3, [r12, #{record}]
         ldr r2, [r3]
         ldr lr, [r3, r2]
         ldr r0, [r12, #{general}]
         ldr r1, [r12, #{general} + 4]
         ldr r2, [r12, #{general} + 8]
         ldr r3, [r12, #{general} + 12]
         mov r12, lr"
    };
}

pub(crate) use {
    allocating_stub, around_stub, before_stub, effects_entry, effects_with_vectors_entry, restore,
};
