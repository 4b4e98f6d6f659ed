//! AArch64: entry stubs of what the loader, the C library and threads call, as assembly.

/// Assembly that asks `{next}` for `dlopen` and goes there, `{without}` one of the flags.
macro_rules! open_stub {
    () => {
        $crate::arch::ask_stub!("bl {next}", "and w1, w1, {without}")
    };
}

/// Assembly that goes on at `{returned}` with the caller's stack pointer if the argument is above 0.
macro_rules! vfork_stub {
    () => {
        ".cfi_startproc
         cmp w0, 0
         b.le 2f
         mov x0, sp
         b {returned}
         2:
         ret
         .cfi_endproc"
    };
}

/// Assembly that asks `{set_up}` with the argument for a function and its argument, and goes there.
macro_rules! begin_stub {
    () => {
        ".cfi_startproc
         stp x29, x30, [sp, -16]!
         .cfi_def_cfa_offset 16
         .cfi_offset x29, -16
         .cfi_offset x30, -8
         bl {set_up}
         ldp x29, x30, [sp], 16
         .cfi_restore x29
         .cfi_restore x30
         .cfi_def_cfa_offset 0
         mov x17, x0
         mov x0, x1
         br x17
         .cfi_endproc"
    };
}

/// Assembly of the beginning of a static program: calls `{memory}` and goes on at the C library's `_start`.
macro_rules! start_stub {
    () => {
        ".weak _start
         .cfi_startproc
         .cfi_undefined x30
         str x0, [sp, -16]!
         .cfi_adjust_cfa_offset 16
         bl {memory}
         ldr x0, [sp], 16
         .cfi_adjust_cfa_offset -16
         b _start
         .cfi_endproc"
    };
}

/// The address of a symbol, out of the global offset table.
macro_rules! address_of {
    ($symbol:literal) => {{
        let address: usize;
        // SAFETY: reads one entry of the table.
        unsafe {
            core::arch::asm!(
                concat!("adrp {0}, :got:", $symbol),
                concat!("ldr {0}, [{0}, :got_lo12:", $symbol, "]"),
                out(reg) address,
                options(nostack, pure, readonly),
            );
        }
        address
    }};
}

pub(crate) use {address_of, begin_stub, open_stub, start_stub, vfork_stub};
