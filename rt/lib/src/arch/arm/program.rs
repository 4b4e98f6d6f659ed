//! 32-bit Arm: entry stubs of what the loader, the C library and threads call, as assembly.

/// Assembly that asks `{next}` for `dlopen` and goes there, `{without}` one of the flags.
macro_rules! open_stub {
    () => {
        $crate::arch::ask_stub!("bl {next}", "bic r1, r1, #~({without})")
    };
}

/// Assembly that goes on at `{returned}` with the caller's stack pointer if the argument is above 0.
macro_rules! vfork_stub {
    () => {
        ".fnstart
         cmp r0, #0
         bxle lr
         mov r0, sp
         b {returned}
         .fnend"
    };
}

/// Assembly that asks `{set_up}` with the argument for a function and its argument, and goes there. The answer of two words is in memory whose address comes
/// first.
macro_rules! begin_stub {
    () => {
        ".fnstart
         push {{r11, lr}}
         .save {{r11, lr}}
         sub sp, sp, #8
         .pad #8
         mov r1, r0
         mov r0, sp
         bl {set_up}
         pop {{r1, r2}}
         pop {{r11, lr}}
         mov r0, r2
         bx r1
         .fnend"
    };
}

/// Assembly of the beginning of a static program: calls `{memory}` and goes on at the C library's `_start`.
macro_rules! start_stub {
    () => {
        ".weak _start
         .fnstart
         .cantunwind
         push {{r0, r11}}
         bl {memory}
         pop {{r0, r11}}
         b _start
         .fnend"
    };
}

/// The address of a symbol, out of the global offset table.
macro_rules! address_of {
    ($symbol:literal) => {{
        let address: usize;
        // SAFETY: reads one entry of the table. The program counter runs ahead by two instructions.
        unsafe {
            core::arch::asm!(
                "ldr {0}, 3f",
                "2: ldr {0}, [pc, {0}]",
                "b 4f",
                concat!("3: .long ", $symbol, "(GOT_PREL)-((2b+8)-.)"),
                "4:",
                out(reg) address,
                options(nostack, pure, readonly, preserves_flags),
            );
        }
        address
    }};
}

pub(crate) use {address_of, begin_stub, open_stub, start_stub, vfork_stub};
