//! The slow path of accesses that are held to the object of their pointer first, one entry for each register that may hold the address (`sanecc_abi::symbols::SLOW_OBJECT`).
//!
//! An entry is called from the cold part of a statement of inline assembly. On the stack lie, from below: where it returns to, which is a [`SlowCall`], the address, and the
//! provenance. It looks at the shadow, and then compares what is known of the pointer; where that does not suffice, Rust code decides and reports. All registers but that of the address
//! are as before when the program continues.

use super::slow::unwinds_to_jump;
use core::arch::global_asm;
use core::mem::{offset_of, size_of};
use core::ops::Range;
use sanecc_abi::provenance::{PLACED, RECORDED, RECORDS, Record, SHADOW_DECIDES};
use sanecc_abi::shadow::NOT_WHOLLY_ADDRESSABLE;
use sanecc_abi::site::SlowCall;
use sanecc_rt::platform::{Registers, SHADOW_OFFSET};

global_asm!(
    ".pushsection .text.__sanecc_slow_object,\"ax\",@progbits",
    "__sanecc_slow_object_entries:",
    ".irp register, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15",
    ".globl __sanecc_slow_object_\\register",
    ".type __sanecc_slow_object_\\register, @function",
    "__sanecc_slow_object_\\register:",
    ".cfi_startproc",
    ".cfi_def_cfa_offset 24",
    unwinds_to_jump!("0x48"),
    "shr \\register, 3",
    // It may fault: nothing has been put on the stack yet.
    "test byte ptr [\\register + {offset}], {not_wholly_addressable}",
    "jne 9f",
    "cmp qword ptr [rsp + 16], 0",
    "jne 8f",
    // The shadow alone decides of an unknown pointer.
    "ret 16",
    ".cfi_endproc",
    ".size __sanecc_slow_object_\\register, . - __sanecc_slow_object_\\register",
    ".endr",
    "__sanecc_slow_object_known:",
    ".type __sanecc_slow_object, @function",
    "__sanecc_slow_object:",
    ".cfi_startproc",
    ".cfi_def_cfa_offset 24",
    unwinds_to_jump!("0x48"),
    // The object may be one of which the shadow has to be asked.
    "8: push rax",
    "push rcx",
    "push rdx",
    ".cfi_adjust_cfa_offset 24",
    "mov rdx, [rsp + 40]",
    "movabs rax, {recorded}",
    "and rax, rdx",
    "shr rax",
    "movabs rcx, {records}",
    "or rax, rcx",
    "mov rcx, [rax + {alive}]",
    "xor rcx, rdx",
    "cmp rcx, {shadow_decides}",
    "ja 7f",
    // Where the access begins in the object: its last byte is as far from there as it has bytes, less one.
    "neg rdx",
    "add rdx, [rsp + 32]",
    "movabs rcx, {placed}",
    "and rdx, rcx",
    "mov rcx, [rsp + 24]",
    "movzx ecx, byte ptr [rcx + {bytes}]",
    "lea rcx, [rcx + rdx - 1]",
    "cmp rcx, [rax + {span}]",
    "jae 7f",
    "pop rdx",
    "pop rcx",
    "pop rax",
    ".cfi_adjust_cfa_offset -24",
    "ret 16",
    ".cfi_adjust_cfa_offset 24",
    "7: pop rdx",
    "pop rcx",
    "pop rax",
    ".cfi_adjust_cfa_offset -24",
    // Rust code is compiled for registers of 16 bytes, and so leaves the rest of longer ones alone.
    "9: push rax",
    "push rcx",
    "push rdx",
    "push rsi",
    "push rdi",
    "push r8",
    "push r9",
    "push r10",
    "push r11",
    "push rbx",
    ".cfi_adjust_cfa_offset 80",
    "mov rdx, [rsp + 80]",
    "mov rdi, [rsp + 88]",
    "mov rsi, [rsp + 96]",
    "movsxd rax, dword ptr [rdx + {next}]",
    "lea rax, [rdx + rax + {behind_jump}]",
    "lea rcx, [rsp + 104]",
    "push rax",
    "push rcx",
    "push r15",
    "push r14",
    "push r13",
    "push r12",
    "push rbp",
    "push rbx",
    "mov rcx, rsp",
    "mov rbx, rsp",
    ".cfi_def_cfa rbx, 168",
    ".cfi_offset rbx, -168",
    "sub rsp, 512",
    "and rsp, -16",
    "fxsave64 [rsp]",
    "call {otherwise}",
    "fxrstor64 [rsp]",
    "lea rsp, [rbx + {registers}]",
    ".cfi_def_cfa rsp, 104",
    "pop rbx",
    ".cfi_restore rbx",
    "pop r11",
    "pop r10",
    "pop r9",
    "pop r8",
    "pop rdi",
    "pop rsi",
    "pop rdx",
    "pop rcx",
    "pop rax",
    ".cfi_adjust_cfa_offset -80",
    "ret 16",
    ".cfi_endproc",
    ".size __sanecc_slow_object, . - __sanecc_slow_object",
    ".popsection",
    offset = const SHADOW_OFFSET,
    not_wholly_addressable = const NOT_WHOLLY_ADDRESSABLE,
    recorded = const RECORDED,
    placed = const PLACED,
    records = const RECORDS,
    alive = const offset_of!(Record, alive),
    span = const offset_of!(Record, span),
    shadow_decides = const SHADOW_DECIDES,
    bytes = const offset_of!(SlowCall, bytes),
    next = const offset_of!(SlowCall, next),
    behind_jump = const SlowCall::BEHIND_JUMP,
    registers = const size_of::<Registers>(),
    otherwise = sym crate::checks::word_failed,
);

unsafe extern "C" {
    static __sanecc_slow_object_entries: u8;
    static __sanecc_slow_object_known: u8;
}

/// Where the entries may find no shadow, and have put nothing on the stack.
pub(crate) fn slow_entries() -> Range<usize> {
    &raw const __sanecc_slow_object_entries as usize..&raw const __sanecc_slow_object_known as usize
}
