//! What checked code calls where an unchecked function has called it. Most functions ask at their beginning, and hardly any has to call: so the call costs the code around it no registers.

use crate::provenance::unchecked_called;

/// Called as `preserve_mostcc`: general registers but `r11` stay as they are.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_unchecked_called() {
    core::arch::naked_asm!(
        ".cfi_startproc",
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "sub rsp, 8",
        ".cfi_adjust_cfa_offset 72",
        "call {target}",
        "add rsp, 8",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        "pop rax",
        ".cfi_adjust_cfa_offset -72",
        "ret",
        ".cfi_endproc",
        target = sym unchecked_called,
    )
}
