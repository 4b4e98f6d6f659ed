//! x86-64: entry points of checked library calls, as assembly.

/// The `Invocation` is passed in the next two registers, or on the stack if there are not two left.
macro_rules! around_stub {
    (0) => {
        ".cfi_startproc\n mov rdi, r10\n mov rsi, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (1) => {
        ".cfi_startproc\n mov rsi, r10\n mov rdx, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (2) => {
        ".cfi_startproc\n mov rdx, r10\n mov rcx, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (3) => {
        ".cfi_startproc\n mov rcx, r10\n mov r8, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (4) => {
        ".cfi_startproc\n mov r8, r10\n mov r9, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (5) => {
        $crate::arch::around_stub!(stack)
    };
    (6) => {
        $crate::arch::around_stub!(stack)
    };
    (stack) => {
        ".cfi_startproc
         sub rsp, 8
         .cfi_adjust_cfa_offset 8
         push [rsp + 8]
         .cfi_adjust_cfa_offset 8
         push r10
         .cfi_adjust_cfa_offset 8
         call {target}
         add rsp, 24
         .cfi_adjust_cfa_offset -24
         ret
         .cfi_endproc"
    };
}

/// As [`around_stub`], and the caller's frame pointer is passed behind the `Invocation`.
macro_rules! allocating_stub {
    (1) => {
        ".cfi_startproc\n mov rsi, r10\n mov rdx, [rsp]\n mov rcx, rbp\n jmp {target}\n .cfi_endproc"
    };
    (2) => {
        ".cfi_startproc\n mov rdx, r10\n mov rcx, [rsp]\n mov r8, rbp\n jmp {target}\n .cfi_endproc"
    };
}

/// Stores `sanecc_rt::library::Arguments` at the stack pointer, calls, and puts the registers back. The real function's
/// address comes from the record: the relative pointer at its beginning leads to it.
macro_rules! before_stub {
    () => {
        ".cfi_startproc
         sub rsp, 200
         .cfi_adjust_cfa_offset 200
         mov [rsp], rdi
         mov [rsp + 8], rsi
         mov [rsp + 16], rdx
         mov [rsp + 24], rcx
         mov [rsp + 32], r8
         mov [rsp + 40], r9
         mov [rsp + 176], rax
         mov [rsp + 184], r10
         test al, al
         je 2f
         movaps [rsp + 48], xmm0
         movaps [rsp + 64], xmm1
         movaps [rsp + 80], xmm2
         movaps [rsp + 96], xmm3
         movaps [rsp + 112], xmm4
         movaps [rsp + 128], xmm5
         movaps [rsp + 144], xmm6
         movaps [rsp + 160], xmm7
         2:
         mov rdi, rsp
         mov rsi, r10
         mov rdx, [rsp + 200]
         call {target}
         mov rdi, [rsp]
         mov rsi, [rsp + 8]
         mov rdx, [rsp + 16]
         mov rcx, [rsp + 24]
         mov r8, [rsp + 32]
         mov r9, [rsp + 40]
         mov rax, [rsp + 176]
         mov r10, [rsp + 184]
         test al, al
         je 2f
         movaps xmm0, [rsp + 48]
         movaps xmm1, [rsp + 64]
         movaps xmm2, [rsp + 80]
         movaps xmm3, [rsp + 96]
         movaps xmm4, [rsp + 112]
         movaps xmm5, [rsp + 128]
         movaps xmm6, [rsp + 144]
         movaps xmm7, [rsp + 160]
         2:
         add rsp, 200
         .cfi_adjust_cfa_offset -200
         movsxd r11, dword ptr [r10]
         jmp [r10 + r11]
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
             push rbp
             .cfi_def_cfa_offset 16
             .cfi_offset rbp, -16
             mov rbp, rsp
             .cfi_def_cfa_register rbp
             sub rsp, {size}
             mov [rsp], rdi
             mov [rsp + 8], rsi
             mov [rsp + 16], rdx
             mov [rsp + 24], rcx
             mov [rsp + 32], r8
             mov [rsp + 40], r9
             mov [rsp + {rax}], rax
             mov [rsp + {record}], r10
             lea rcx, [rbp + 16]
             mov [rsp + {stack}], rcx
             mov rcx, [rbp + 8]
             mov [rsp + {pc}], rcx",
            $save_vectors,
            "mov rdi, rsp
             call {before}
             mov r10, [rsp + {record}]
             test rax, rax
             js 4f",
            // As much of the caller's stack as there may be arguments.
            "2:
             je 3f
             push [rbp + rax + 8]
             sub rax, 8
             jmp 2b
             3:",
            $crate::arch::restore!(),
            $restore_vectors,
            "movsxd r11, dword ptr [r10]
             call [r10 + r11]
             lea rdi, [rbp - {size}]
             mov [rdi + {result}], rax
             call {after}
             mov rax, [rbp - {size} + {result}]
             leave
             .cfi_remember_state
             .cfi_def_cfa rsp, 8
             ret
             .cfi_restore_state",
            // The real function returns to the caller.
            "4:",
            $crate::arch::restore!(),
            $restore_vectors,
            "leave
             .cfi_def_cfa rsp, 8
             movsxd r11, dword ptr [r10]
             jmp [r10 + r11]
             .cfi_endproc",
            size = const core::mem::size_of::<sanecc_rt::platform::CallFrame>(),
            rax = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, rax),
            record = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, record),
            stack = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, stack),
            pc = const core::mem::offset_of!(sanecc_rt::platform::CallFrame, pc),
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
            "movaps [rsp + 48], xmm0
     movaps [rsp + 64], xmm1
     movaps [rsp + 80], xmm2
     movaps [rsp + 96], xmm3
     movaps [rsp + 112], xmm4
     movaps [rsp + 128], xmm5
     movaps [rsp + 144], xmm6
     movaps [rsp + 160], xmm7",
            "movaps xmm0, [rbp - {size} + 48]
     movaps xmm1, [rbp - {size} + 64]
     movaps xmm2, [rbp - {size} + 80]
     movaps xmm3, [rbp - {size} + 96]
     movaps xmm4, [rbp - {size} + 112]
     movaps xmm5, [rbp - {size} + 128]
     movaps xmm6, [rbp - {size} + 144]
     movaps xmm7, [rbp - {size} + 160]"
        )
    };
}

/// Puts the arguments back that [`effects_entry`] has saved.
macro_rules! restore {
    () => {
        "mov rdi, [rbp - {size}]
         mov rsi, [rbp - {size} + 8]
         mov rdx, [rbp - {size} + 16]
         mov rcx, [rbp - {size} + 24]
         mov r8, [rbp - {size} + 32]
         mov r9, [rbp - {size} + 40]
         mov rax, [rbp - {size} + {rax}]"
    };
}

pub(crate) use {
    allocating_stub, around_stub, before_stub, effects_entry, effects_with_vectors_entry, restore,
};
