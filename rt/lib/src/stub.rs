//! Entry stubs: a few instructions that note the caller before Rust code changes the registers.

/// Defines C functions that pass their arguments on, followed by the return address and the caller's frame
/// pointer in the two registers named.
macro_rules! with_caller {
    ($($name:ident => $target:path, pc in $pc:literal, frame in $frame:literal;)*) => {
        $(
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $name() {
                core::arch::naked_asm!(
                    ".cfi_startproc",
                    concat!("mov ", $pc, ", [rsp]"),
                    concat!("mov ", $frame, ", rbp"),
                    "jmp {target}",
                    ".cfi_endproc",
                    target = sym $target,
                )
            }
        )*
    };
}

/// Assembly that stores `sanecc_rt::platform::Registers` of the caller at the stack pointer, which it lowers
/// by 72 and thereby aligns for a call. It stands between `.cfi_startproc` and `.cfi_endproc`.
macro_rules! save_registers {
    () => {
        "sub rsp, 72
         .cfi_adjust_cfa_offset 72
         mov [rsp], rbx
         .cfi_rel_offset rbx, 0
         mov [rsp + 8], rbp
         mov [rsp + 16], r12
         mov [rsp + 24], r13
         mov [rsp + 32], r14
         mov [rsp + 40], r15
         lea rax, [rsp + 80]
         mov [rsp + 48], rax
         mov rax, [rsp + 72]
         mov [rsp + 56], rax"
    };
}

/// Assembly that calls `{target}` with the caller's registers, which [`save_registers`] has stored, in one more argument: in the register
/// named, or on the stack. The stack is aligned for it, whatever the caller has made of it, so that reports do not fail over that. This is the
/// whole of a function.
macro_rules! call_with_registers {
    (stack) => {
        $crate::stub::call_with_registers!("rax", "push rbx\n push rbx\n")
    };
    ($register:literal) => {
        $crate::stub::call_with_registers!($register, "")
    };
    ($register:literal, $pushes:literal) => {
        concat!(
            ".cfi_startproc\n ",
            $crate::stub::tail_with_registers!($register, $pushes),
            "\n .cfi_endproc"
        )
    };
}

/// The same as the end of a function, between `.cfi_startproc` and `.cfi_endproc`.
macro_rules! tail_with_registers {
    ($register:literal, $pushes:literal) => {
        concat!(
            $crate::stub::save_registers!(),
            "\n mov ",
            $register,
            ", rsp
             mov rbx, rsp
             .cfi_def_cfa_register rbx
             and rsp, -16\n ",
            $pushes,
            "call {target}
             mov rsp, rbx
             .cfi_def_cfa_register rsp
             mov rbx, [rsp]
             .cfi_restore rbx
             add rsp, 72
             .cfi_adjust_cfa_offset -72
             ret"
        )
    };
}

pub(crate) use call_with_registers;
pub(crate) use save_registers;
pub(crate) use tail_with_registers;
pub(crate) use with_caller;
