//! AArch64: operators of C++, as assembly.

/// Assembly of an operator that throws: calls `{target}` as [`caller_stub`] does, and without memory the program's handler; `{out_of_memory}` reports
/// where there is no C++ library. What the program's handler throws comes through here.
macro_rules! throwing_stub {
    (1) => {
        $crate::arch::throwing_stub!("x1", "x2")
    };
    (2) => {
        $crate::arch::throwing_stub!("x2", "x3")
    };
    ($pc:literal, $frame:literal) => {
        concat!(
            ".weak _ZSt15get_new_handlerv
             .weak _ZSt17__throw_bad_allocv
             .cfi_startproc
             stp x29, x30, [sp, -32]!
             .cfi_def_cfa_offset 32
             .cfi_offset x29, -32
             .cfi_offset x30, -24
             stp x0, x1, [sp, 16]
             2:
             ldp x0, x1, [sp, 16]
             ldr ",
            $pc,
            ", [sp, 8]
             mov ",
            $frame,
            ", x29
             bl {target}
             cbz x0, 3f
             ldp x29, x30, [sp], 32
             .cfi_remember_state
             .cfi_restore x29
             .cfi_restore x30
             .cfi_def_cfa_offset 0
             ret
             .cfi_restore_state
             3:
             adrp x9, :got:_ZSt15get_new_handlerv
             ldr x9, [x9, :got_lo12:_ZSt15get_new_handlerv]
             cbz x9, 4f
             blr x9
             cbz x0, 4f
             // It frees memory, gives another handler, throws, or ends the program.
             blr x0
             b 2b
             4:
             ldr x0, [sp, 16]
             ldp x29, x30, [sp], 32
             .cfi_restore x29
             .cfi_restore x30
             .cfi_def_cfa_offset 0
             // As if the caller itself had called it: this frame is gone.
             adrp x9, :got:_ZSt17__throw_bad_allocv
             ldr x9, [x9, :got_lo12:_ZSt17__throw_bad_allocv]
             cbz x9, 5f
             br x9
             5:
             mov x1, x30
             mov x2, x29
             b {out_of_memory}
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
        $crate::arch::operator_stub!(with $next, $root, "mov x1, x2\n ")
    };
    (with $next:literal, $root:literal, $shift:literal) => {
        concat!(
            "adrp x9, :got:", $next, "
             ldr x9, [x9, :got_lo12:", $next, "]
             adrp x10, __sanecc_own", $next, "
             add x10, x10, :lo12:__sanecc_own", $next, "
             cmp x9, x10
             b.ne 2f
             adrp x11, :got:", $root, "
             ldr x11, [x11, :got_lo12:", $root, "]
             adrp x10, __sanecc_own", $root, "
             add x10, x10, :lo12:__sanecc_own", $root, "
             cmp x11, x10
             b.eq 3f
             2:
             ",
            $shift,
            "br x9
             3:"
        )
    };
}

pub(crate) use {operator_stub, throwing_stub};
