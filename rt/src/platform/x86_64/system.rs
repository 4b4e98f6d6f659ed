//! How the kernel is called, and how it comes back: system calls, a process with a stack of its own, the end of a
//! signal handler.

use core::arch::asm;
use core::ffi::c_long;
use core::mem::offset_of;

/// One system call; returns the kernel's result, negative is `-errno`.
///
/// # Safety
/// As the system call: what the arguments point to must fit what it reads and writes.
#[inline(always)]
pub unsafe fn raw_syscall(number: c_long, arguments: [usize; 6]) -> isize {
    let [a, b, c, d, e, f] = arguments;
    let result: isize;
    // SAFETY: the kernel clobbers only rax, rcx and r11; what it does to memory is the caller's promise.
    unsafe {
        asm!(
            // By no table of addresses: a static program calls before it has been relocated.
            "call {enter}",
            enter = sym enter_kernel,
            inlateout("rax") number as isize => result,
            in("rdi") a, in("rsi") b, in("rdx") c, in("r10") d, in("r8") e, in("r9") f,
            lateout("rcx") _, lateout("r11") _,
        );
    }
    result
}

/// All system calls but those below are made here, so that they can be told from the program's.
#[unsafe(naked)]
extern "C" fn enter_kernel() {
    core::arch::naked_asm!(".cfi_startproc", "syscall", "ret", ".cfi_endproc")
}

/// Where the program is while it makes a system call.
pub fn address_of_syscalls() -> usize {
    /// Of the instruction.
    const BYTES: usize = 2;
    enter_kernel as *const () as usize + BYTES
}

/// An instruction that is none.
pub fn trap() {
    // SAFETY: ends in a signal.
    unsafe { asm!("ud2", options(nostack)) };
}

/// `clone` with a stack of its own for the child, which calls `function` and ends. Returns as [`syscall`].
///
/// # Safety
/// `stack` is the end of memory, a multiple of 16, that the child alone uses; with shared memory, `function` must
/// keep off thread-local storage.
pub unsafe fn clone_with_stack(
    flags: usize,
    stack: usize,
    function: extern "C" fn(usize),
    argument: usize,
) -> isize {
    let result: isize;
    // SAFETY: the child starts on its own stack and never comes back here.
    unsafe {
        asm!(
            "syscall",
            "test rax, rax",
            "jne 2f",
            "xor ebp, ebp",
            "mov rdi, r13",
            "call r12",
            "mov eax, {exit}",
            "xor edi, edi",
            "syscall",
            "ud2",
            "2:",
            exit = const libc::SYS_exit,
            inlateout("rax") libc::SYS_clone as isize => result,
            in("rdi") flags, in("rsi") stack, in("rdx") 0, in("r10") 0, in("r8") 0,
            in("r12") function, in("r13") argument,
            lateout("rcx") _, lateout("r11") _,
        );
    }
    result
}

// Where signal handlers return to, with the interrupted registers in the `ucontext_t` on top of the stack: a rule for each of them, by its number in
// DWARF. Unwinders look one byte in front of a return address. GDB and libgcc also know the instructions, in just this encoding.
core::arch::global_asm!(
    ".pushsection .text.__sanecc_signal_return, \"ax\", @progbits
     .macro sanecc_interrupted number, offset
     .cfi_escape 0x10, \\number, 3, 0x77, 0x80 | ((\\offset) & 0x7f), (\\offset) >> 7
     .endm
     .cfi_startproc
     .cfi_signal_frame
     .cfi_escape 0x0f, 4, 0x77, 0x80 | ({sp} & 0x7f), {sp} >> 7, 0x06
     sanecc_interrupted 0, {general} + 13 * 8
     sanecc_interrupted 1, {general} + 12 * 8
     sanecc_interrupted 2, {general} + 14 * 8
     sanecc_interrupted 3, {general} + 11 * 8
     sanecc_interrupted 4, {general} + 9 * 8
     sanecc_interrupted 5, {general} + 8 * 8
     sanecc_interrupted 6, {general} + 10 * 8
     sanecc_interrupted 8, {general}
     sanecc_interrupted 9, {general} + 8
     sanecc_interrupted 10, {general} + 2 * 8
     sanecc_interrupted 11, {general} + 3 * 8
     sanecc_interrupted 12, {general} + 4 * 8
     sanecc_interrupted 13, {general} + 5 * 8
     sanecc_interrupted 14, {general} + 6 * 8
     sanecc_interrupted 15, {general} + 7 * 8
     sanecc_interrupted 16, {general} + 16 * 8
     .purgem sanecc_interrupted
     nop
     .globl __sanecc_signal_return
     .hidden __sanecc_signal_return
     .type __sanecc_signal_return, @function
     __sanecc_signal_return:
     movq ${number}, %rax
     syscall
     .cfi_endproc
     .size __sanecc_signal_return, . - __sanecc_signal_return
     .popsection",
    number = const libc::SYS_rt_sigreturn,
    general = const GENERAL,
    sp = const GENERAL + 8 * libc::REG_RSP as usize,
    options(att_syntax)
);

/// Where the general registers are in a `ucontext_t`.
const GENERAL: usize =
    offset_of!(libc::ucontext_t, uc_mcontext) + offset_of!(libc::mcontext_t, gregs);

unsafe extern "C" {
    /// Not to be called.
    #[link_name = "__sanecc_signal_return"]
    pub fn signal_return();
}
