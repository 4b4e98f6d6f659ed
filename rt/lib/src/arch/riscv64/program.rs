//! RISC-V: entry stubs of what the loader, the C library and threads call, as assembly.

/// Assembly that asks `{next}` for `dlopen` and goes there, `{without}` one of the flags.
macro_rules! open_stub {
    () => {
        $crate::arch::ask_stub!("call {next}", "andi a1, a1, {without}")
    };
}

/// Assembly that goes on at `{returned}` with the caller's stack pointer if the argument is above 0.
macro_rules! vfork_stub {
    () => {
        ".cfi_startproc
         sext.w a0, a0
         blez a0, 2f
         mv a0, sp
         tail {returned}
         2:
         ret
         .cfi_endproc"
    };
}

/// Assembly that asks `{set_up}` with the argument for a function and its argument, and goes there.
macro_rules! begin_stub {
    () => {
        ".cfi_startproc
         addi sp, sp, -16
         .cfi_def_cfa_offset 16
         sd ra, 8(sp)
         .cfi_offset ra, -8
         call {set_up}
         ld ra, 8(sp)
         .cfi_restore ra
         addi sp, sp, 16
         .cfi_def_cfa_offset 0
         mv t2, a0
         mv a0, a1
         jr t2
         .cfi_endproc"
    };
}

/// Assembly of the beginning of a static program: calls `{memory}` and goes on at the C library's `_start`.
macro_rules! start_stub {
    () => {
        ".weak _start
         .cfi_startproc
         .cfi_undefined ra
         addi sp, sp, -16
         .cfi_adjust_cfa_offset 16
         sd a0, 0(sp)
         call {memory}
         ld a0, 0(sp)
         addi sp, sp, 16
         .cfi_adjust_cfa_offset -16
         tail _start
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
                concat!("lga {0}, ", $symbol),
                out(reg) address,
                options(nostack, pure, readonly),
            );
        }
        address
    }};
}

pub(crate) use {address_of, begin_stub, open_stub, start_stub, vfork_stub};
