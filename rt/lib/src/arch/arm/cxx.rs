//! 32-bit Arm: operators of C++, as assembly.

/// Assembly that loads the address of a symbol, out of the global offset table: of the literal with this label, by the label of the second instruction. The program
/// counter runs ahead by two instructions.
macro_rules! got {
    ($register:literal, $at:literal, $literal:literal) => {
        concat!(
            "ldr ", $register, ", ", $literal, "f\n ", $at, ": ldr ", $register, ", [pc, ",
            $register, "]\n "
        )
    };
    (literal $symbol:literal, $at:literal, $literal:literal) => {
        concat!(
            $literal,
            ": .long ",
            $symbol,
            "(GOT_PREL)-((",
            $at,
            "b+8)-.)\n "
        )
    };
}

/// Assembly of an operator that throws: calls `{target}` as [`caller_stub`] does, and without memory the program's handler; `{out_of_memory}` reports
/// where there is no C++ library. What the program's handler throws comes through here.
macro_rules! throwing_stub {
    (1) => {
        $crate::arch::throwing_stub!("r1", "r2")
    };
    (2) => {
        $crate::arch::throwing_stub!("r2", "r3")
    };
    ($pc:literal, $frame:literal) => {
        concat!(
            ".weak _ZSt15get_new_handlerv
             .weak _ZSt17__throw_bad_allocv
             .fnstart
             push {{r0, r1, r11, lr}}
             .save {{r11, lr}}
             .pad #8
             2:
             ldm sp, {{r0, r1}}
             ldr ",
            $pc,
            ", [sp, #12]
             bic ",
            $pc,
            ", ",
            $pc,
            ", #1
             mov ",
            $frame,
            ", r11
             bl {target}
             cmp r0, #0
             addne sp, sp, #8
             popne {{r11, pc}}
             ",
            $crate::arch::got!("r12", "21", "31"),
            "cmp r12, #0
             beq 4f
             blx r12
             cmp r0, #0
             beq 4f
             // It frees memory, gives another handler, throws, or ends the program.
             blx r0
             b 2b
             4:
             ",
            // As if the caller itself had called it: this frame is gone.
            $crate::arch::got!("r12", "22", "32"),
            "pop {{r0, r1, r11, lr}}
             cmp r12, #0
             bxne r12
             bic r1, lr, #1
             mov r2, r11
             b {out_of_memory}
             ",
            $crate::arch::got!(literal "_ZSt15get_new_handlerv", "21", "31"),
            $crate::arch::got!(literal "_ZSt17__throw_bad_allocv", "22", "32"),
            ".fnend"
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
        $crate::arch::operator_stub!(with $next, $root, "mov r1, r2\n ")
    };
    (with $next:literal, $root:literal, $shift:literal) => {
        concat!(
            $crate::arch::got!("r12", "21", "31"),
            "ldr r3, 41f
             51: add r3, pc, r3
             cmp r12, r3
             bne 2f
             ",
            $crate::arch::got!("r12", "22", "32"),
            "ldr r3, 42f
             52: add r3, pc, r3
             cmp r12, r3
             beq 3f
             ",
            $crate::arch::got!("r12", "23", "33"),
            "2:
             ",
            $shift,
            "bx r12
             ",
            $crate::arch::got!(literal $next, "21", "31"),
            $crate::arch::got!(literal $root, "22", "32"),
            $crate::arch::got!(literal $next, "23", "33"),
            "41: .long __sanecc_own", $next, " - (51b + 8)
             42: .long __sanecc_own", $root, " - (52b + 8)
             3:"
        )
    };
}

pub(crate) use {got, operator_stub, throwing_stub};
