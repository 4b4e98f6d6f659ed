//! RISC-V: entry stubs that note the caller, as assembly.

/// Assembly that goes on at `{target}` with so many arguments, the return address and the caller's frame pointer.
macro_rules! caller_stub {
    (1) => {
        $crate::arch::caller_stub!("a1", "a2")
    };
    (2) => {
        $crate::arch::caller_stub!("a2", "a3")
    };
    (3) => {
        $crate::arch::caller_stub!("a3", "a4")
    };
    (4) => {
        $crate::arch::caller_stub!("a4", "a5")
    };
    ($pc:literal, $frame:literal) => {
        concat!(
            ".cfi_startproc\n mv ",
            $pc,
            ", ra\n mv ",
            $frame,
            ", s0\n tail {target}\n .cfi_endproc"
        )
    };
}

/// Assembly that calls `{target}` with so many arguments and behind them the caller's `sanecc_rt::platform::Registers`.
macro_rules! registers_stub {
    ($count:literal) => {
        concat!(
            ".cfi_startproc\n ",
            $crate::arch::registers_tail!($count),
            "\n .cfi_endproc"
        )
    };
}

/// The same as the end of a function, between `.cfi_startproc` and `.cfi_endproc`.
macro_rules! registers_tail {
    ($count:literal) => {
        concat!(
            "addi sp, sp, -144
             .cfi_def_cfa_offset 144
             sd s0, 128(sp)
             sd ra, 136(sp)
             .cfi_offset s0, -16
             .cfi_offset ra, -8
             sd s1, 0(sp)
             sd s2, 8(sp)
             sd s3, 16(sp)
             sd s4, 24(sp)
             sd s5, 32(sp)
             sd s6, 40(sp)
             sd s7, 48(sp)
             sd s8, 56(sp)
             sd s9, 64(sp)
             sd s10, 72(sp)
             sd s11, 80(sp)
             sd s0, 88(sp)
             sd ra, 96(sp)
             addi t0, sp, 144
             sd t0, 104(sp)
             sd ra, 112(sp)
             mv s0, t0
             mv a",
            $count,
            ", sp
             call {target}
             ld s0, 128(sp)
             ld ra, 136(sp)
             .cfi_restore s0
             .cfi_restore ra
             addi sp, sp, 144
             .cfi_def_cfa_offset 0
             ret"
        )
    };
}

/// Assembly that goes on at `{target}` with all arguments, as the end of a function.
macro_rules! jump {
    () => {
        "tail {target}"
    };
}

/// Assembly that goes on at `{target}`.
macro_rules! jump_stub {
    () => {
        ".cfi_startproc\n tail {target}\n .cfi_endproc"
    };
}

/// Assembly that goes on at `{target}` with one argument and the return address.
macro_rules! place_stub {
    () => {
        ".cfi_startproc\n mv a1, ra\n tail {target}\n .cfi_endproc"
    };
}

/// Assembly that asks `{before}` with the first argument where to go, and goes there with all.
macro_rules! ask_stub {
    () => {
        $crate::arch::ask_stub!("call {before}", "")
    };
    ($ask:literal, $change:literal) => {
        concat!(
            ".cfi_startproc
             addi sp, sp, -32
             .cfi_def_cfa_offset 32
             sd ra, 24(sp)
             .cfi_offset ra, -8
             sd a0, 0(sp)
             sd a1, 8(sp)
             ",
            $ask,
            "
             mv t2, a0
             ld a0, 0(sp)
             ld a1, 8(sp)
             ld ra, 24(sp)
             .cfi_restore ra
             addi sp, sp, 32
             .cfi_def_cfa_offset 0
             ",
            $change,
            "
             jr t2
             .cfi_endproc"
        )
    };
}

/// Assembly that begins a function, for unwinders.
macro_rules! begin {
    () => {
        ".cfi_startproc"
    };
}

/// Assembly that ends it.
macro_rules! end {
    () => {
        ".cfi_endproc"
    };
}

/// Assembly of a function that does nothing.
macro_rules! nothing_stub {
    () => {
        ".cfi_startproc\n ret\n .cfi_endproc"
    };
}

/// [`registers_stub`] for two arguments, of which the second is of this type.
macro_rules! store_stub {
    ($type:tt) => {
        $crate::arch::registers_stub!(2)
    };
}

pub(crate) use {
    ask_stub, begin, caller_stub, end, jump, jump_stub, nothing_stub, place_stub, registers_stub,
    registers_tail, store_stub,
};
