//! The entry points that all functions share whose effects are data (`sanecc_abi::library::effects`).

use core::mem::offset_of;
use sanecc_rt::library::effects::{enter, leave};
use sanecc_rt::platform::CallFrame;

/// Makes an entry point: saves a [`CallFrame`], asks what to do, and enters the real function in the caller's place or calls it
/// and looks at what it returned. The stack is as the debugger and the unwinder want it: a call may be cancelled, or throw.
macro_rules! entry {
    ($name:literal, $save_vectors:expr, $restore_vectors:expr) => {
        const _: () = {
            #[unsafe(export_name = $name)]
            #[unsafe(naked)]
            extern "C" fn entry() {
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
                    restore!(),
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
                    restore!(),
                    $restore_vectors,
                    "leave
                     .cfi_def_cfa rsp, 8
                     movsxd r11, dword ptr [r10]
                     jmp [r10 + r11]
                     .cfi_endproc",
                    size = const size_of::<CallFrame>(),
                    rax = const offset_of!(CallFrame, rax),
                    record = const offset_of!(CallFrame, record),
                    stack = const offset_of!(CallFrame, stack),
                    pc = const offset_of!(CallFrame, pc),
                    result = const offset_of!(CallFrame, result),
                    before = sym enter,
                    after = sym leave,
                )
            }
        };
    };
}

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

entry!("__sanecc_lib_effects", "", "");

entry!(
    "__sanecc_lib_effects_with_vectors",
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
);
