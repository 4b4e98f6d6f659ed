//! AArch64: entry stubs that note the caller, as assembly.

/// Assembly that goes on at `{target}` with so many arguments, the return address and the caller's frame pointer.
macro_rules! caller_stub {
    (1) => {
        $crate::arch::caller_stub!("x1", "x2")
    };
    (2) => {
        $crate::arch::caller_stub!("x2", "x3")
    };
    (3) => {
        $crate::arch::caller_stub!("x3", "x4")
    };
    (4) => {
        $crate::arch::caller_stub!("x4", "x5")
    };
    ($pc:literal, $frame:literal) => {
        concat!(
            ".cfi_startproc\n mov ",
            $pc,
            ", x30\n mov ",
            $frame,
            ", x29\n b {target}\n .cfi_endproc"
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
            "stp x29, x30, [sp, -128]!
             .cfi_def_cfa_offset 128
             .cfi_offset x29, -128
             .cfi_offset x30, -120
             stp x19, x20, [sp, 16]
             stp x21, x22, [sp, 32]
             stp x23, x24, [sp, 48]
             stp x25, x26, [sp, 64]
             stp x27, x28, [sp, 80]
             stp x29, x30, [sp, 96]
             add x16, sp, 128
             stp x16, x30, [sp, 112]
             mov x29, sp
             add x",
            $count,
            ", sp, 16
             bl {target}
             ldp x29, x30, [sp], 128
             .cfi_restore x29
             .cfi_restore x30
             .cfi_def_cfa_offset 0
             ret"
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
        ".cfi_startproc\n b {target}\n .cfi_endproc"
    };
}

/// Assembly that goes on at `{target}` with one argument and the return address.
macro_rules! place_stub {
    () => {
        ".cfi_startproc\n mov x1, x30\n b {target}\n .cfi_endproc"
    };
}

/// Assembly that asks `{before}` with the first argument where to go, and goes there with all.
macro_rules! ask_stub {
    () => {
        $crate::arch::ask_stub!("bl {before}", "")
    };
    ($ask:literal, $change:literal) => {
        concat!(
            ".cfi_startproc
             stp x29, x30, [sp, -32]!
             .cfi_def_cfa_offset 32
             .cfi_offset x29, -32
             .cfi_offset x30, -24
             stp x0, x1, [sp, 16]
             mov x29, sp
             ",
            $ask,
            "
             mov x17, x0
             ldp x0, x1, [sp, 16]
             ldp x29, x30, [sp], 32
             .cfi_restore x29
             .cfi_restore x30
             .cfi_def_cfa_offset 0
             ",
            $change,
            "
             br x17
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
