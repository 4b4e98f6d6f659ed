//! Slow paths of inline checks, one entry for each register that may hold the address (`sanecc_abi::symbols::SLOW_ACCESS`).
//!
//! An entry is called from the cold part of a statement of inline assembly. Where it returns to stands a [`SlowCall`]. The entry looks at the shadow once more;
//! where that does not suffice, Rust code decides and reports. All registers are as before when the program continues; the one of the address holds the granule number
//! again from which the check has computed the address of the shadow.

use core::arch::global_asm;
use core::mem::{offset_of, size_of};
use sanecc_abi::shadow::{GRANULE, NOT_WHOLLY_ADDRESSABLE, PARTIAL};
use sanecc_abi::site::{Site, SlowCall, Together};
use sanecc_rt::platform::{Registers, SHADOW_OFFSET};

/// The unwinder continues where the jump of the [`SlowCall`] leads: its address, the distance behind its opcode, and the length of both. The address lies below the frame, so many
/// bytes as the operation says.
macro_rules! unwinds_to_jump {
    () => {
        unwinds_to_jump!("0x38")
    };
    ($below:literal) => {
        concat!(".cfi_escape 0x16, 0x10, 17, ", $below, ", 0x1c, 0x06, 0x12, 0x31, 0x22, 0x94, 4, 0x08, 32, 0x24, 0x08, 32, 0x26, 0x22, 0x35, 0x22")
    };
}
pub(super) use unwinds_to_jump;

/// The entries of one kind. The word at `[record + {size}]` is the number of bytes, and `{otherwise}` is called with the address, the record and the
/// registers of the program if they are not all addressable.
///
/// On the stack of `{check}` lie, from above: the address of the [`SlowCall`], the checked address, the way back to the entry, and four registers.
/// The unwinder sees the program at the place where it continues.
macro_rules! slow_path {
    ($kind:literal, $size:expr, $otherwise:path) => {
        global_asm!(
            concat!(".pushsection .text.__sanecc_slow_", $kind, ",\"ax\",@progbits"),
            ".irp register, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15",
            concat!(".globl __sanecc_slow_", $kind, "_\\register"),
            concat!(".type __sanecc_slow_", $kind, "_\\register, @function"),
            concat!("__sanecc_slow_", $kind, "_\\register:"),
            ".cfi_startproc",
            unwinds_to_jump!(),
            "push \\register",
            ".cfi_adjust_cfa_offset 8",
            "call 8f",
            "pop \\register",
            ".cfi_adjust_cfa_offset -8",
            "ret",
            ".cfi_endproc",
            concat!(
                ".size __sanecc_slow_", $kind, "_\\register, . - __sanecc_slow_", $kind, "_\\register"
            ),
            ".endr",
            // Debuggers show this name.
            concat!(".type __sanecc_slow_", $kind, ", @function"),
            concat!("__sanecc_slow_", $kind, ":"),
            "8:",
            ".cfi_startproc",
            ".cfi_def_cfa_offset 24",
            unwinds_to_jump!(),
            "push rax",
            "push rcx",
            "push rdx",
            "push rsi",
            ".cfi_adjust_cfa_offset 32",
            "mov rdx, [rsp + 48]",
            "movsxd rsi, dword ptr [rdx + {site}]",
            "lea rsi, [rdx + rsi + {site}]",
            "movzx ecx, word ptr [rsi + {size}]",
            "mov rax, [rsp + 40]",
            "lea rcx, [rax + rcx - 1]",
            "mov rdx, rcx",
            "shr rdx, 3",
            "shr rax, 3",
            // All granules but the last one.
            "2: cmp rax, rdx",
            "je 3f",
            "test byte ptr [rax + {offset}], {not_wholly_addressable}",
            "jne 5f",
            "inc rax",
            "jmp 2b",
            // Of the last one so many first bytes as are needed; poison is negative.
            "3: movsx eax, byte ptr [rdx + {offset}]",
            "test al, {not_wholly_addressable}",
            "je 4f",
            "and ecx, {granule} - 1",
            "add ecx, {partial} + 1",
            "cmp ecx, eax",
            "jg 5f",
            // All is addressable: the register is as before, and the program continues.
            "4: mov rdx, [rsp + 48]",
            "mov rax, [rsp + 40]",
            "shr rax, 3",
            "movsx rcx, word ptr [rdx + {granules}]",
            "sub rax, rcx",
            "mov [rsp + 40], rax",
            "pop rsi",
            "pop rdx",
            "pop rcx",
            "pop rax",
            ".cfi_adjust_cfa_offset -32",
            "ret",
            ".cfi_adjust_cfa_offset 32",
            // Rust code is compiled for registers of 16 bytes, and so leaves the rest of longer ones alone.
            "5: push rdi",
            "push r8",
            "push r9",
            "push r10",
            "push r11",
            "push rbx",
            ".cfi_adjust_cfa_offset 48",
            "mov rdi, [rsp + 88]",
            "mov rdx, [rsp + 96]",
            "movsxd rax, dword ptr [rdx + {next}]",
            "lea rax, [rdx + rax + {next} + 4]",
            "lea rcx, [rsp + 104]",
            "push rax",
            "push rcx",
            "push r15",
            "push r14",
            "push r13",
            "push r12",
            "push rbp",
            "push rbx",
            "mov rdx, rsp",
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
            ".cfi_adjust_cfa_offset -48",
            "jmp 4b",
            ".cfi_endproc",
            concat!(".size __sanecc_slow_", $kind, ", . - __sanecc_slow_", $kind),
            ".popsection",
            offset = const SHADOW_OFFSET,
            granule = const GRANULE,
            not_wholly_addressable = const NOT_WHOLLY_ADDRESSABLE,
            partial = const PARTIAL,
            next = const offset_of!(SlowCall, next),
            site = const offset_of!(SlowCall, site),
            granules = const offset_of!(SlowCall, granules),
            registers = const size_of::<Registers>(),
            size = const $size,
            otherwise = sym $otherwise,
        );
    };
}

slow_path!(
    "access",
    offset_of!(Site, size),
    crate::checks::access_failed
);
slow_path!(
    "coalesced",
    offset_of!(Together, bytes),
    crate::checks::check_each
);

// What ends in the granule of its first byte is decided with two registers, as it is where strings and other small objects end; all else as any access.
global_asm!(
    ".pushsection .text.__sanecc_slow_granule,\"ax\",@progbits",
    ".macro slow_granule register, one, other",
    ".globl __sanecc_slow_granule_\\register",
    ".type __sanecc_slow_granule_\\register, @function",
    "__sanecc_slow_granule_\\register:",
    ".cfi_startproc",
    unwinds_to_jump!(),
    "push \\one",
    "push \\other",
    ".cfi_adjust_cfa_offset 16",
    "mov \\one, \\register",
    "shr \\one, 3",
    "movsx \\one, byte ptr [\\one + {offset}]",
    // So many first bytes are addressable, and so many have to be. Poison is negative.
    "mov \\other, [rsp + 16]",
    "movzx \\other, byte ptr [\\other + {bytes}]",
    "sub \\one, \\other",
    "mov \\other, \\register",
    "and \\other, {granule} - 1",
    "add \\other, {partial}",
    "cmp \\other, \\one",
    "jg 6f",
    "shr \\register, 3",
    "mov \\other, [rsp + 16]",
    "movsx \\other, word ptr [\\other + {granules}]",
    "sub \\register, \\other",
    "pop \\other",
    "pop \\one",
    ".cfi_adjust_cfa_offset -16",
    "ret",
    ".cfi_adjust_cfa_offset 16",
    "6: pop \\other",
    "pop \\one",
    ".cfi_adjust_cfa_offset -16",
    "jmp __sanecc_slow_access_\\register",
    ".cfi_endproc",
    ".size __sanecc_slow_granule_\\register, . - __sanecc_slow_granule_\\register",
    ".endm",
    "slow_granule rax, rcx, rdx",
    "slow_granule rcx, rax, rdx",
    ".irp register, rbx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15",
    "slow_granule \\register, rax, rcx",
    ".endr",
    ".purgem slow_granule",
    ".popsection",
    offset = const SHADOW_OFFSET,
    granule = const GRANULE,
    partial = const PARTIAL,
    bytes = const offset_of!(SlowCall, bytes),
    granules = const offset_of!(SlowCall, granules),
);
