//! x86-64: the checks that instrumented code calls, as far as no error is found. The names and their meaning are in `sanecc_abi::symbols`.

use crate::arch::{save_registers, tail_with_registers};
use crate::checks::{__sanecc_report, check_each, check_range};
use core::mem::offset_of;
use core::ops::Range;
use sanecc_abi::shadow::{GRANULE, NOT_WHOLLY_ADDRESSABLE, PARTIAL};
use sanecc_abi::site::{Site, Together};
use sanecc_rt::platform::{PAGE, SHADOW_OFFSET};
use sanecc_rt::signal::leaves;

/// Assembly that returns where all bytes are addressable from `rdi` on, as many as the word at `[rsi + {size}]` says, at least one; otherwise it goes on at
/// `{otherwise}`. No register has changed then but `r11`.
macro_rules! unless_addressable {
    ($size:expr, $otherwise:path) => {
        core::arch::naked_asm!(
            ".cfi_startproc",
            "push rax",
            ".cfi_adjust_cfa_offset 8",
            "push rcx",
            ".cfi_adjust_cfa_offset 8",
            "movzx ecx, word ptr [rsi + {size}]",
            "lea rcx, [rdi + rcx - 1]",
            "mov r11, rcx",
            "shr r11, 3",
            "mov rax, rdi",
            "shr rax, 3",
            // All granules but the last one.
            "2: cmp rax, r11",
            "je 3f",
            "test byte ptr [rax + {offset}], {not_wholly_addressable}",
            "jne 5f",
            "inc rax",
            "jmp 2b",
            // Of the last one so many first bytes as are needed; poison is negative.
            "3: movsx eax, byte ptr [r11 + {offset}]",
            "test al, {not_wholly_addressable}",
            "je 4f",
            "and ecx, {granule} - 1",
            "add ecx, {partial} + 1",
            "cmp ecx, eax",
            "jg 5f",
            "4: pop rcx",
            ".cfi_remember_state",
            ".cfi_adjust_cfa_offset -8",
            "pop rax",
            ".cfi_adjust_cfa_offset -8",
            "ret",
            ".cfi_restore_state",
            "5: pop rcx",
            ".cfi_adjust_cfa_offset -8",
            "pop rax",
            ".cfi_adjust_cfa_offset -8",
            "jmp {otherwise}",
            ".cfi_endproc",
            offset = const SHADOW_OFFSET,
            granule = const GRANULE,
            not_wholly_addressable = const NOT_WHOLLY_ADDRESSABLE,
            partial = const PARTIAL,
            size = const $size,
            otherwise = sym $otherwise,
        )
    };
}

/// Called as `preserve_allcc`: all registers but `r11` and the flags stay as they are. A failure is reported as if the report had been
/// called instead.
#[unsafe(naked)]
extern "C" fn exact_access() {
    unless_addressable!(offset_of!(Site, size), __sanecc_report)
}

/// Called likewise. What ends in the granule of its first byte is decided at once, as it is where strings and other small objects end; [`exact_access`] decides the rest.
#[unsafe(naked)]
extern "C" fn exact_granule() {
    core::arch::naked_asm!(
        ".cfi_startproc",
        "push rax",
        ".cfi_adjust_cfa_offset 8",
        "movzx eax, word ptr [rsi + {size}]",
        "mov r11, rdi",
        "shr r11, 3",
        "movsx r11d, byte ptr [r11 + {offset}]",
        // So many first bytes are addressable, and so many have to be.
        "sub r11d, eax",
        "mov eax, edi",
        "and eax, {granule} - 1",
        "add eax, {partial}",
        "cmp eax, r11d",
        "pop rax",
        ".cfi_adjust_cfa_offset -8",
        "jg {otherwise}",
        "ret",
        ".cfi_endproc",
        size = const offset_of!(Site, size),
        offset = const SHADOW_OFFSET,
        granule = const GRANULE,
        partial = const PARTIAL,
        otherwise = sym exact_access,
    )
}

/// Called likewise, by code that has not looked by itself: most granules are wholly addressable. `__sanecc_outlined_access` and `__sanecc_outlined_coalesced` hand on what
/// needs more; where there is no shadow at all, it shows here ([`leaves`]).
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_outlined_granule() {
    core::arch::naked_asm!(
        ".cfi_startproc",
        "mov r11, rdi",
        "shr r11, 3",
        "test byte ptr [r11 + {offset}], {not_wholly_addressable}",
        "jne {granule}",
        "ret",
        ".globl __sanecc_outlined_access",
        "__sanecc_outlined_access:",
        "mov r11, rdi",
        "shr r11, 3",
        "test byte ptr [r11 + {offset}], {not_wholly_addressable}",
        "jmp {access}",
        ".globl __sanecc_outlined_coalesced",
        "__sanecc_outlined_coalesced:",
        "mov r11, rdi",
        "shr r11, 3",
        "test byte ptr [r11 + {offset}], {not_wholly_addressable}",
        "jmp {joined}",
        ".cfi_endproc",
        ".globl __sanecc_ask_end",
        "__sanecc_ask_end:",
        offset = const SHADOW_OFFSET,
        not_wholly_addressable = const NOT_WHOLLY_ADDRESSABLE,
        granule = sym exact_granule,
        access = sym exact_access,
        joined = sym exact_coalesced,
    )
}

unsafe extern "C" {
    static __sanecc_ask_end: u8;
    static __sanecc_check_range_slowly: u8;
}

/// Where checks may find no shadow, and have put nothing on the stack.
pub(crate) fn leaves() -> [Range<usize>; leaves::MOST] {
    let range = |from: extern "C" fn(), to: *const u8| from as usize..to as usize;
    [
        range(__sanecc_outlined_granule, &raw const __sanecc_ask_end),
        range(__sanecc_check_range, &raw const __sanecc_check_range_slowly),
    ]
}

/// Called likewise.
#[unsafe(naked)]
extern "C" fn exact_coalesced() {
    unless_addressable!(offset_of!(Together, bytes), each_by_itself)
}

/// The range lies in one folded run in all but a few cases, or is short and lies in a chunk of zero shadow; only otherwise are
/// registers saved and Rust called.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_check_range() {
    core::arch::naked_asm!(
        ".cfi_startproc",
        "test rsi, rsi",
        "je 2f",
        // A range that wraps around would look short.
        "lea rax, [rsi - 1]",
        "add rax, rdi",
        "jc 3f",
        "shr rax, 3",
        "mov rcx, rdi",
        "shr rcx, 3",
        "lea r8, [rcx + {offset}]",
        "sub rax, rcx",
        "movzx ecx, byte ptr [r8]",
        "cmp cl, {partial}",
        "jae 3f",
        // Granules after the first, and what the first one promises.
        "mov r9, rax",
        "shr r9, cl",
        "test r9, r9",
        "jne 4f",
        "2: ret",
        // Up to 64 granules, all of them zero: in vectors of 16 that may overlap.
        "4: cmp rax, 16",
        "jae 5f",
        "mov r9d, r8d",
        "and r9d, {page} - 1",
        "cmp r9d, {page} - 16",
        "ja 3f",
        "pxor xmm1, xmm1",
        "movdqu xmm0, [r8]",
        "pcmpeqb xmm0, xmm1",
        "pmovmskb r9d, xmm0",
        "xor r9d, 0xffff",
        // The first granule's bit is the lowest; those beyond the last one are shifted out.
        "mov ecx, 31",
        "sub ecx, eax",
        "shl r9d, cl",
        "test r9d, r9d",
        "jne 3f",
        "ret",
        "5: cmp rax, 64",
        "jae 3f",
        "pxor xmm1, xmm1",
        "movdqu xmm0, [r8]",
        "movdqu xmm2, [r8 + rax - 15]",
        "por xmm0, xmm2",
        "cmp rax, 32",
        "jb 6f",
        "movdqu xmm2, [r8 + 16]",
        "movdqu xmm3, [r8 + rax - 31]",
        "por xmm0, xmm2",
        "por xmm0, xmm3",
        "6: pcmpeqb xmm0, xmm1",
        "pmovmskb r9d, xmm0",
        "cmp r9d, 0xffff",
        "jne 3f",
        "ret",
        "3:",
        ".globl __sanecc_check_range_slowly",
        "__sanecc_check_range_slowly:",
        tail_with_registers!("rcx", ""),
        ".cfi_endproc",
        offset = const SHADOW_OFFSET,
        partial = const PARTIAL,
        page = const PAGE,
        target = sym check_range,
    )
}

/// Calls [`check_each`] with the arguments and the caller's registers, and changes none but `r11`: it is compiled for registers of 16 bytes,
/// and so leaves the rest of longer ones alone.
#[unsafe(naked)]
extern "C" fn each_by_itself() {
    core::arch::naked_asm!(
        ".cfi_startproc",
        "mov r11, rax",
        save_registers!(),
        "mov rbx, rsp
         .cfi_def_cfa_register rbx
         push r11
         push rcx
         push rdx
         push rsi
         push rdi
         push r8
         push r9
         push r10
         sub rsp, 512
         and rsp, -16
         fxsave64 [rsp]
         mov rdx, rbx
         call {target}
         fxrstor64 [rsp]
         lea rsp, [rbx - 64]
         pop r10
         pop r9
         pop r8
         pop rdi
         pop rsi
         pop rdx
         pop rcx
         pop rax
         .cfi_def_cfa_register rsp
         mov rbx, [rsp]
         .cfi_restore rbx
         add rsp, 72
         .cfi_adjust_cfa_offset -72
         ret
         .cfi_endproc",
        target = sym check_each,
    )
}
