//! x86-64: stubs through which code without checks reaches library functions, as assembly.

/// Bytes of a stub: one instruction of six, and a jump of five, spelt out because the assembler would make it shorter where it can.
pub(crate) const STUB_DISTANCE: usize = 11;

/// `{count}` stubs: each jumps to what stands at `{entry}` in its record, of `{size}` bytes, among `{records}`.
macro_rules! outside_stubs {
    () => {
        ".cfi_startproc
         .set .Lsanecc_stub, 0
         .rept {count}
         mov r10d, offset .Lsanecc_stub
         .byte 0xe9
         .long 2f - . - 4
         .set .Lsanecc_stub, .Lsanecc_stub + {size}
         .endr
         2:
         lea r11, [rip + {records}]
         add r10, r11
         jmp [r10 + {entry}]
         .cfi_endproc"
    };
}

/// Asks `{before}` with `{number}` and the first argument where to go, and goes there with both.
macro_rules! numbered_stub {
    () => {
        ".cfi_startproc
         push rdi
         push rsi
         sub rsp, 8
         .cfi_adjust_cfa_offset 24
         mov rsi, rdi
         mov edi, {number}
         call {before}
         add rsp, 8
         pop rsi
         pop rdi
         .cfi_adjust_cfa_offset -24
         jmp rax
         .cfi_endproc"
    };
}

/// Returns what `{known}` knows of both arguments; where that is nothing, goes to the real function of the record.
macro_rules! lookup_stub {
    () => {
        ".cfi_startproc
         push rdi
         push rsi
         push r10
         .cfi_adjust_cfa_offset 24
         call {known}
         pop r10
         pop rsi
         pop rdi
         .cfi_adjust_cfa_offset -24
         test rax, rax
         jne 2f
         movsxd r11, dword ptr [r10]
         jmp [r10 + r11]
         2: ret
         .cfi_endproc"
    };
}

pub(crate) use {lookup_stub, numbered_stub, outside_stubs};
