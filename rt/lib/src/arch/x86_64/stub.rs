//! x86-64: entry stubs that note the caller, as assembly.

/// Assembly that goes on at `{target}` with so many arguments, the return address and the caller's frame pointer.
macro_rules! caller_stub {
    (1) => {
        $crate::arch::caller_stub!("rsi", "rdx")
    };
    (2) => {
        $crate::arch::caller_stub!("rdx", "rcx")
    };
    (3) => {
        $crate::arch::caller_stub!("rcx", "r8")
    };
    (4) => {
        $crate::arch::caller_stub!("r8", "r9")
    };
    ($pc:literal, $frame:literal) => {
        concat!(
            ".cfi_startproc\n mov ",
            $pc,
            ", [rsp]\n mov ",
            $frame,
            ", rbp\n jmp {target}\n .cfi_endproc"
        )
    };
}

/// Assembly that calls `{target}` with so many arguments and the caller's registers behind them.
macro_rules! registers_stub {
    (0) => {
        $crate::arch::call_with_registers!("rdi")
    };
    (1) => {
        $crate::arch::call_with_registers!("rsi")
    };
    (2) => {
        $crate::arch::call_with_registers!("rdx")
    };
    (3) => {
        $crate::arch::call_with_registers!("rcx")
    };
    (4) => {
        $crate::arch::call_with_registers!("r8")
    };
    (5) => {
        $crate::arch::call_with_registers!("r9")
    };
    (6) => {
        $crate::arch::call_with_registers!(stack)
    };
}

/// Assembly that goes on at `{target}` with all arguments, as the end of a function.
macro_rules! jump {
    () => {
        "jmp {target}"
    };
}

/// Assembly that goes on at `{target}`.
macro_rules! jump_stub {
    () => {
        ".cfi_startproc\n jmp {target}\n .cfi_endproc"
    };
}

/// Assembly that goes on at `{target}` with one argument and the return address.
macro_rules! place_stub {
    () => {
        ".cfi_startproc\n mov rsi, [rsp]\n jmp {target}\n .cfi_endproc"
    };
}

/// Assembly that asks `{before}` with the first argument where to go, and goes there with all.
macro_rules! ask_stub {
    () => {
        ".cfi_startproc
         push rdi
         .cfi_adjust_cfa_offset 8
         call {before}
         pop rdi
         .cfi_adjust_cfa_offset -8
         jmp rax
         .cfi_endproc"
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
        $crate::arch::call_with_registers!("rax", "push rbx\n push rbx\n")
    };
    ($register:literal) => {
        $crate::arch::call_with_registers!($register, "")
    };
    ($register:literal, $pushes:literal) => {
        concat!(
            ".cfi_startproc\n ",
            $crate::arch::tail_with_registers!($register, $pushes),
            "\n .cfi_endproc"
        )
    };
}

/// The same as the end of a function, between `.cfi_startproc` and `.cfi_endproc`.
macro_rules! tail_with_registers {
    ($register:literal, $pushes:literal) => {
        concat!(
            $crate::arch::save_registers!(),
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

/// Assembly that begins a function, for unwinders.
macro_rules! begin {
    () => {
        ".cfi_startproc"
    };
}

/// Assembly that ends it.
macro_rules! end {
    () => {
        ".cfi_endproc"
    };
}

/// Assembly of a function that does nothing.
macro_rules! nothing_stub {
    () => {
        ".cfi_startproc\n ret\n .cfi_endproc"
    };
}

/// [`registers_stub`] for two arguments, of which the second is of this type.
macro_rules! store_stub {
    ($type:tt) => {
        $crate::arch::registers_stub!(2)
    };
}

pub(crate) use {
    ask_stub, begin, call_with_registers, caller_stub, end, jump, jump_stub, nothing_stub,
    place_stub, registers_stub, save_registers, store_stub, tail_with_registers,
};
