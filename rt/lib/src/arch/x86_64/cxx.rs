//! x86-64: operators of C++, as assembly.

/// Assembly of an operator that throws: calls `{target}` as [`caller_stub`] does, and without memory the program's handler; `{out_of_memory}` reports
/// where there is no C++ library. What the program's handler throws comes through here.
macro_rules! throwing_stub {
    (1) => {
        $crate::arch::throwing_stub!("rsi", "rdx")
    };
    (2) => {
        $crate::arch::throwing_stub!("rdx", "rcx")
    };
    ($pc:literal, $frame:literal) => {
        concat!(
            ".weak _ZSt15get_new_handlerv
             .weak _ZSt17__throw_bad_allocv
             .cfi_startproc
             push rdi
             .cfi_adjust_cfa_offset 8
             push rsi
             .cfi_adjust_cfa_offset 8
             sub rsp, 8
             .cfi_adjust_cfa_offset 8
             2:
             mov rdi, [rsp + 16]
             mov rsi, [rsp + 8]
             \n mov ",
            $pc,
            ", [rsp + 24]\n mov ",
            $frame,
            ", rbp\n 
             call {target}
             test rax, rax
             je 3f
             add rsp, 24
             .cfi_remember_state
             .cfi_adjust_cfa_offset -24
             ret
             .cfi_restore_state
             3:
             mov rax, [rip + _ZSt15get_new_handlerv@GOTPCREL]
             test rax, rax
             je 4f
             call rax
             test rax, rax
             je 4f
             call rax
             jmp 2b
             4:
             mov rdi, [rsp + 16]
             add rsp, 24
             .cfi_adjust_cfa_offset -24
             mov rax, [rip + _ZSt17__throw_bad_allocv@GOTPCREL]
             test rax, rax
             je 5f
             jmp rax
             5:
             mov rsi, [rsp]
             mov rdx, rbp
             jmp {out_of_memory}
             .cfi_endproc"
        )
    };
}

/// Assembly that begins an operator: goes to the operator `$next` if that or the one which it calls by default, `$root`, is the program's, its third argument as the second
/// after a shift.
macro_rules! operator_stub {
    ($next:literal, $root:literal) => {
        $crate::arch::operator_stub!(with $next, $root, "")
    };
    ($next:literal, $root:literal, shift) => {
        $crate::arch::operator_stub!(with $next, $root, "mov rsi, rdx\n ")
    };
    (with $next:literal, $root:literal, $shift:literal) => {
        concat!(
            "mov rax, [rip + ",
            $next,
            "@GOTPCREL]
             lea r11, [rip + __sanecc_own",
            $next,
            "]
             cmp rax, r11
             jne 2f
             mov r11, [rip + ",
            $root,
            "@GOTPCREL]
             lea r10, [rip + __sanecc_own",
            $root,
            "]
             cmp r11, r10
             je 3f
             2:
             ",
            $shift,
            "jmp rax
             3:"
        )
    };
}

pub(crate) use {operator_stub, throwing_stub};
