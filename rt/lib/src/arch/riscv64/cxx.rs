//! RISC-V: operators of C++, as assembly.

/// Assembly of an operator that throws: calls `{target}` as [`caller_stub`] does, and without memory the program's handler; `{out_of_memory}` reports
/// where there is no C++ library. What the program's handler throws comes through here.
macro_rules! throwing_stub {
    (1) => {
        $crate::arch::throwing_stub!("a1", "a2")
    };
    (2) => {
        $crate::arch::throwing_stub!("a2", "a3")
    };
    ($pc:literal, $frame:literal) => {
        concat!(
            ".weak _ZSt15get_new_handlerv
             .weak _ZSt17__throw_bad_allocv
             .cfi_startproc
             addi sp, sp, -32
             .cfi_def_cfa_offset 32
             sd ra, 24(sp)
             .cfi_offset ra, -8
             sd a0, 0(sp)
             sd a1, 8(sp)
             2:
             ld a0, 0(sp)
             ld a1, 8(sp)
             ld ",
            $pc,
            ", 24(sp)
             mv ",
            $frame,
            ", s0
             call {target}
             beqz a0, 3f
             ld ra, 24(sp)
             .cfi_remember_state
             .cfi_restore ra
             addi sp, sp, 32
             .cfi_def_cfa_offset 0
             ret
             .cfi_restore_state
             3:
             lga t0, _ZSt15get_new_handlerv
             beqz t0, 4f
             jalr t0
             beqz a0, 4f
             # It frees memory, gives another handler, throws, or ends the program.
             jalr a0
             j 2b
             4:
             ld a0, 0(sp)
             ld ra, 24(sp)
             .cfi_restore ra
             addi sp, sp, 32
             .cfi_def_cfa_offset 0
             # As if the caller itself had called it: this frame is gone.
             lga t0, _ZSt17__throw_bad_allocv
             beqz t0, 5f
             jr t0
             5:
             mv a1, ra
             mv a2, s0
             tail {out_of_memory}
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
        $crate::arch::operator_stub!(with $next, $root, "mv a1, a2\n ")
    };
    (with $next:literal, $root:literal, $shift:literal) => {
        concat!(
            "lga t0, ", $next, "
             lla t1, __sanecc_own", $next, "
             bne t0, t1, 2f
             lga t2, ", $root, "
             lla t1, __sanecc_own", $root, "
             beq t2, t1, 3f
             2:
             ",
            $shift,
            "jr t0
             3:"
        )
    };
}

pub(crate) use {operator_stub, throwing_stub};
