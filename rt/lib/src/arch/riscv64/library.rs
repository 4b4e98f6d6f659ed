//! RISC-V: entry points of checked library calls, as assembly. `t1` holds the address of the call's record.

/// The `Invocation` is passed in the next two registers.
macro_rules! around_stub {
    (0) => {
        $crate::arch::around_stub!("a0", "a1")
    };
    (1) => {
        $crate::arch::around_stub!("a1", "a2")
    };
    (2) => {
        $crate::arch::around_stub!("a2", "a3")
    };
    (3) => {
        $crate::arch::around_stub!("a3", "a4")
    };
    (4) => {
        $crate::arch::around_stub!("a4", "a5")
    };
    (5) => {
        $crate::arch::around_stub!("a5", "a6")
    };
    (6) => {
        $crate::arch::around_stub!("a6", "a7")
    };
    ($record:literal, $pc:literal) => {
        concat!(
            ".cfi_startproc\n mv ",
            $record,
            ", t1\n mv ",
            $pc,
            ", ra\n tail {target}\n .cfi_endproc"
        )
    };
}

/// As [`around_stub`], and the caller's frame pointer is passed behind the `Invocation`.
macro_rules! allocating_stub {
    (1) => {
        ".cfi_startproc\n mv a1, t1\n mv a2, ra\n mv a3, s0\n tail {target}\n .cfi_endproc"
    };
    (2) => {
        ".cfi_startproc\n mv a2, t1\n mv a3, ra\n mv a4, s0\n tail {target}\n .cfi_endproc"
    };
}

/// Stores `sanecc_rt::library::Arguments` at the stack pointer, calls, and puts the registers back. The real function's
/// address comes from the record: the relative pointer at its beginning leads to it.
macro_rules! before_stub {
    () => {
        ".cfi_startproc
         addi sp, sp, -224
         .cfi_def_cfa_offset 224
         sd ra, 216(sp)
         .cfi_offset ra, -8
         sd a0, 0(sp)
         sd a1, 8(sp)
         sd a2, 16(sp)
         sd a3, 24(sp)
         sd a4, 32(sp)
         sd a5, 40(sp)
         sd a6, 48(sp)
         sd a7, 56(sp)
         fsd fa0, 64(sp)
         fsd fa1, 72(sp)
         fsd fa2, 80(sp)
         fsd fa3, 88(sp)
         fsd fa4, 96(sp)
         fsd fa5, 104(sp)
         fsd fa6, 112(sp)
         fsd fa7, 120(sp)
         sd t1, 192(sp)
         mv a0, sp
         mv a1, t1
         mv a2, ra
         call {target}
         ld a0, 0(sp)
         ld a1, 8(sp)
         ld a2, 16(sp)
         ld a3, 24(sp)
         ld a4, 32(sp)
         ld a5, 40(sp)
         ld a6, 48(sp)
         ld a7, 56(sp)
         fld fa0, 64(sp)
         fld fa1, 72(sp)
         fld fa2, 80(sp)
         fld fa3, 88(sp)
         fld fa4, 96(sp)
         fld fa5, 104(sp)
         fld fa6, 112(sp)
         fld fa7, 120(sp)
         ld t1, 192(sp)
         ld ra, 216(sp)
         .cfi_restore ra
         addi sp, sp, 224
         .cfi_def_cfa_offset 0
         lw t0, 0(t1)
         add t0, t0, t1
         ld t0, 0(t0)
         jr t0
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
             addi sp, sp, -16
             .cfi_def_cfa_offset 16
             sd ra, 8(sp)
             sd s0, 0(sp)
             .cfi_offset ra, -8
             .cfi_offset s0, -16
             addi s0, sp, 16
             .cfi_def_cfa s0, 0
             addi sp, sp, -{size}
             sd a0, 64(sp)
             sd a1, 72(sp)
             sd a2, 80(sp)
             sd a3, 88(sp)
             sd a4, 96(sp)
             sd a5, 104(sp)
             sd a6, 112(sp)
             sd a7, 120(sp)
             sd t1, {record}(sp)
             sd s0, {stack}(sp)
             sd ra, {pc}(sp)",
            $save_vectors,
            "mv a0, sp
             call {before}
             ld t1, {record}(sp)
             bltz a0, 4f",
            // As much of the caller's stack as there may be arguments.
            "addi t2, a0, 15
             andi t2, t2, -16
             sub sp, sp, t2
             2:
             beqz a0, 3f
             addi a0, a0, -8
             add t2, s0, a0
             ld t3, 0(t2)
             add t2, sp, a0
             sd t3, 0(t2)
             j 2b
             3:",
            $crate::arch::restore!(),
            $restore_vectors,
            "lw t2, 0(t1)
             add t2, t2, t1
             ld t2, 0(t2)
             jalr t2
             addi t0, s0, -16 - {size}
             sd a0, {result}(t0)
             mv a0, t0
             call {after}
             addi t0, s0, -16 - {size}
             ld a0, {result}(t0)
             addi sp, s0, -16
             ld ra, 8(sp)
             ld s0, 0(sp)
             addi sp, sp, 16
             .cfi_remember_state
             .cfi_restore ra
             .cfi_restore s0
             .cfi_def_cfa sp, 0
             ret
             .cfi_restore_state",
            // The real function returns to the caller.
            "4:",
            $crate::arch::restore!(),
            $restore_vectors,
            "addi sp, s0, -16
             ld ra, 8(sp)
             ld s0, 0(sp)
             addi sp, sp, 16
             .cfi_restore ra
             .cfi_restore s0
             .cfi_def_cfa sp, 0
             lw t2, 0(t1)
             add t2, t2, t1
             ld t2, 0(t2)
             jr t2
             .cfi_endproc",
            size = const core::mem::size_of::<sanecc_rt::platform::CallFrame>(),
            record = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, record),
            stack = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, stack),
            pc = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, pc),
            result = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, result),
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
            "fsd fa0, 0(sp)
             fsd fa1, 8(sp)
             fsd fa2, 16(sp)
             fsd fa3, 24(sp)
             fsd fa4, 32(sp)
             fsd fa5, 40(sp)
             fsd fa6, 48(sp)
             fsd fa7, 56(sp)",
            "fld fa0, 0(t0)
             fld fa1, 8(t0)
             fld fa2, 16(t0)
             fld fa3, 24(t0)
             fld fa4, 32(t0)
             fld fa5, 40(t0)
             fld fa6, 48(t0)
             fld fa7, 56(t0)"
        )
    };
}

/// Puts the arguments back that [`effects_entry`] has saved; `t0` holds where they are.
macro_rules! restore {
    () => {
        "addi t0, s0, -16 - {size}
         ld a0, 64(t0)
         ld a1, 72(t0)
         ld a2, 80(t0)
         ld a3, 88(t0)
         ld a4, 96(t0)
         ld a5, 104(t0)
         ld a6, 112(t0)
         ld a7, 120(t0)"
    };
}

pub(crate) use {
    allocating_stub, around_stub, before_stub, effects_entry, effects_with_vectors_entry, restore,
};
