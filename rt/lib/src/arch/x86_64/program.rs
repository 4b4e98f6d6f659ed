//! x86-64: entry stubs of what the loader, the C library and threads call, as assembly.

/// Assembly that asks `{next}` for `dlopen` and goes there, `{without}` one of the flags.
macro_rules! open_stub {
    () => {
        ".cfi_startproc
         push rdi
         push rsi
         sub rsp, 8
         .cfi_adjust_cfa_offset 24
         call {next}
         add rsp, 8
         pop rsi
         pop rdi
         .cfi_adjust_cfa_offset -24
         and esi, {without}
         jmp rax
         .cfi_endproc"
    };
}

/// Assembly that goes on at `{returned}` with the caller's stack pointer if the argument is above 0.
macro_rules! vfork_stub {
    () => {
        ".cfi_startproc
         test edi, edi
         jle 2f
         lea rdi, [rsp + 8]
         jmp {returned}
         2:
         ret
         .cfi_endproc"
    };
}

/// Assembly that asks `{set_up}` with the argument for a function and its argument, and goes there.
macro_rules! begin_stub {
    () => {
        ".cfi_startproc
         push rdi
         .cfi_adjust_cfa_offset 8
         call {set_up}
         add rsp, 8
         .cfi_adjust_cfa_offset -8
         mov rdi, rdx
         jmp rax
         .cfi_endproc"
    };
}

/// Assembly of the beginning of a static program: calls `{memory}` and goes on at the C library's `_start`.
macro_rules! start_stub {
    () => {
        ".weak _start
         .cfi_startproc
         .cfi_undefined rip
         push rdx
         sub rsp, 8
         .cfi_adjust_cfa_offset 16
         call {memory}
         add rsp, 8
         pop rdx
         .cfi_adjust_cfa_offset -16
         jmp _start
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
                concat!("mov {}, qword ptr [rip + ", $symbol, "@GOTPCREL]"),
                out(reg) address,
                options(nostack, pure, readonly),
            );
        }
        address
    }};
}

pub(crate) use {address_of, begin_stub, open_stub, start_stub, vfork_stub};
