//! AArch64: entry points of checked library calls, as assembly. `x16` holds the address of the call's record.

/// The `Invocation` is passed in the next two registers.
macro_rules! around_stub {
    (0) => {
        $crate::arch::around_stub!("x0", "x1")
    };
    (1) => {
        $crate::arch::around_stub!("x1", "x2")
    };
    (2) => {
        $crate::arch::around_stub!("x2", "x3")
    };
    (3) => {
        $crate::arch::around_stub!("x3", "x4")
    };
    (4) => {
        $crate::arch::around_stub!("x4", "x5")
    };
    (5) => {
        $crate::arch::around_stub!("x5", "x6")
    };
    (6) => {
        $crate::arch::around_stub!("x6", "x7")
    };
    ($record:literal, $pc:literal) => {
        concat!(
            ".cfi_startproc\n mov ",
            $record,
            ", x16\n mov ",
            $pc,
            ", x30\n b {target}\n .cfi_endproc"
        )
    };
}

/// As [`around_stub`], and the caller's frame pointer is passed behind the `Invocation`.
macro_rules! allocating_stub {
    (1) => {
        ".cfi_startproc\n mov x1, x16\n mov x2, x30\n mov x3, x29\n b {target}\n .cfi_endproc"
    };
    (2) => {
        ".cfi_startproc\n mov x2, x16\n mov x3, x30\n mov x4, x29\n b {target}\n .cfi_endproc"
    };
}

/// Stores `sanecc_rt::library::Arguments` at the stack pointer, calls, and puts the registers back. The real function's
/// address comes from the record: the relative pointer at its beginning leads to it.
macro_rules! before_stub {
    () => {
        ".cfi_startproc
         sub sp, sp, 224
         .cfi_def_cfa_offset 224
         stp x29, x30, [sp, 208]
         .cfi_offset x29, -16
         .cfi_offset x30, -8
         add x29, sp, 208
         stp x0, x1, [sp]
         stp x2, x3, [sp, 16]
         stp x4, x5, [sp, 32]
         stp x6, x7, [sp, 48]
         stp q0, q1, [sp, 64]
         stp q2, q3, [sp, 96]
         stp q4, q5, [sp, 128]
         stp q6, q7, [sp, 160]
         stp x8, x16, [sp, 192]
         mov x0, sp
         mov x1, x16
         mov x2, x30
         bl {target}
         ldp x0, x1, [sp]
         ldp x2, x3, [sp, 16]
         ldp x4, x5, [sp, 32]
         ldp x6, x7, [sp, 48]
         ldp q0, q1, [sp, 64]
         ldp q2, q3, [sp, 96]
         ldp q4, q5, [sp, 128]
         ldp q6, q7, [sp, 160]
         ldp x8, x16, [sp, 192]
         ldp x29, x30, [sp, 208]
         .cfi_restore x29
         .cfi_restore x30
         add sp, sp, 224
         .cfi_def_cfa_offset 0
         ldrsw x17, [x16]
         ldr x17, [x16, x17]
         br x17
         .cfi_endproc"
    };
}

/// An entry point of functions whose effects are data, as assembly with the functions of the core that are called before and after the real one.
macro_rules! effects_entry {
    ($before:path, $after:path) => {
        $crate::arch::effects_entry!($before, $after, "", "")
    };
    ($before:path, $after:path, $save_vectors:expr, $restore_vectors:expr) => {
        core::arch::naked_asm!(
            ".cfi_startproc
             stp x29, x30, [sp, -16]!
             .cfi_def_cfa_offset 16
             .cfi_offset x29, -16
             .cfi_offset x30, -8
             mov x29, sp
             .cfi_def_cfa_register x29
             sub sp, sp, {size}
             stp x0, x1, [sp]
             stp x2, x3, [sp, 16]
             stp x4, x5, [sp, 32]
             stp x6, x7, [sp, 48]
             stp x8, x16, [sp, {place}]
             add x9, x29, 16
             stp x9, x30, [sp, {stack}]",
            $save_vectors,
            "mov x0, sp
             bl {before}
             ldr x16, [sp, {record}]
             tbnz x0, 63, 4f",
            // As much of the caller's stack as there may be arguments.
            "add x9, x29, 16
             add x10, x0, 15
             and x10, x10, -16
             sub x10, sp, x10
             mov sp, x10
             2:
             cbz x0, 3f
             sub x0, x0, 8
             ldr x11, [x9, x0]
             str x11, [x10, x0]
             b 2b
             3:",
            $crate::arch::restore!(),
            $restore_vectors,
            "ldrsw x17, [x16]
             ldr x17, [x16, x17]
             blr x17
             sub x9, x29, {size}
             str x0, [x9, {result}]
             mov x0, x9
             bl {after}
             sub x9, x29, {size}
             ldr x0, [x9, {result}]
             mov sp, x29
             ldp x29, x30, [sp], 16
             .cfi_remember_state
             .cfi_restore x29
             .cfi_restore x30
             .cfi_def_cfa sp, 0
             ret
             .cfi_restore_state",
            // The real function returns to the caller.
            "4:",
            $crate::arch::restore!(),
            $restore_vectors,
            "mov sp, x29
             ldp x29, x30, [sp], 16
             .cfi_restore x29
             .cfi_restore x30
             .cfi_def_cfa sp, 0
             ldrsw x17, [x16]
             ldr x17, [x16, x17]
             br x17
             .cfi_endproc",
            size = const core::mem::size_of::<sanecc_rt::platform::CallFrame>(),
            place = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, place),
            record = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, record),
            stack = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, stack),
            result = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, result),
            before = sym $before,
            after = sym $after,
        )
    };
}

/// The same for functions with arguments in vector registers.
macro_rules! effects_with_vectors_entry {
    ($before:path, $after:path) => {
        $crate::arch::effects_entry!(
            $before,
            $after,
            "stp q0, q1, [sp, 64]
             stp q2, q3, [sp, 96]
             stp q4, q5, [sp, 128]
             stp q6, q7, [sp, 160]",
            "ldp q0, q1, [x9, 64]
             ldp q2, q3, [x9, 96]
             ldp q4, q5, [x9, 128]
             ldp q6, q7, [x9, 160]"
        )
    };
}

/// Puts the arguments back that [`effects_entry`] has saved; `x9` holds where they are.
macro_rules! restore {
    () => {
        "sub x9, x29, {size}
         ldp x0, x1, [x9]
         ldp x2, x3, [x9, 16]
         ldp x4, x5, [x9, 32]
         ldp x6, x7, [x9, 48]
         ldr x8, [x9, {place}]"
    };
}

pub(crate) use {
    allocating_stub, around_stub, before_stub, effects_entry, effects_with_vectors_entry, restore,
};
