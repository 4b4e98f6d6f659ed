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
    // SAFETY: the kernel clobbers only x0; what it does to memory is the caller's promise.
    unsafe {
        asm!(
            // By no table of addresses: a static program calls before it has been relocated.
            "bl {enter}",
            enter = sym enter_kernel,
            in("x8") number,
            inlateout("x0") a => result,
            in("x1") b, in("x2") c, in("x3") d, in("x4") e, in("x5") f,
            // A linker may put code between that leads far away.
            out("x16") _, out("x17") _, out("x30") _,
        );
    }
    result
}

/// All system calls but those below are made here, so that they can be told from the program's.
#[unsafe(naked)]
extern "C" fn enter_kernel() {
    core::arch::naked_asm!(".cfi_startproc", "svc 0", "ret", ".cfi_endproc")
}

/// Where the program is while it makes a system call.
pub fn address_of_syscalls() -> usize {
    /// Of the instruction.
    const BYTES: usize = 4;
    enter_kernel as *const () as usize + BYTES
}

/// An instruction that is none.
pub fn trap() {
    // SAFETY: ends in a signal.
    unsafe { asm!("udf 0", options(nostack)) };
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
            "svc 0",
            "cbnz x0, 2f",
            "mov x29, xzr",
            "mov x0, {argument}",
            "blr {function}",
            "mov x8, {exit}",
            "mov x0, xzr",
            "svc 0",
            "udf 0",
            "2:",
            exit = const libc::SYS_exit,
            function = in(reg) function,
            argument = in(reg) argument,
            in("x8") libc::SYS_clone,
            inlateout("x0") flags => result,
            in("x1") stack, in("x2") 0, in("x3") 0, in("x4") 0,
            out("x30") _,
        );
    }
    result
}

// Where signal handlers return to, with the interrupted registers in the `ucontext_t` behind the `siginfo_t` on top of the stack: a rule for each of
// them, by its number in DWARF. Unwinders look one byte in front of a return address. GDB and libgcc also know the instructions.
core::arch::global_asm!(
    ".pushsection .text.__sanecc_signal_return, \"ax\", @progbits
     .macro sanecc_interrupted number, offset
     .cfi_escape 0x10, \\number, 3, 0x8f, 0x80 | ((\\offset) & 0x7f), (\\offset) >> 7
     .endm
     .cfi_startproc
     .cfi_return_column 32
     .cfi_signal_frame
     .cfi_escape 0x0f, 4, 0x8f, 0x80 | (({general} + 31 * 8) & 0x7f), ({general} + 31 * 8) >> 7, 0x06
     .set .Lsanecc_number, 0
     .rept 31
     sanecc_interrupted .Lsanecc_number, {general} + .Lsanecc_number * 8
     .set .Lsanecc_number, .Lsanecc_number + 1
     .endr
     sanecc_interrupted 32, {general} + 32 * 8
     .purgem sanecc_interrupted
     nop
     .globl __sanecc_signal_return
     .hidden __sanecc_signal_return
     .type __sanecc_signal_return, @function
     __sanecc_signal_return:
     mov x8, {number}
     svc 0
     .cfi_endproc
     .size __sanecc_signal_return, . - __sanecc_signal_return
     .popsection",
    number = const libc::SYS_rt_sigreturn,
    general = const GENERAL,
);

/// Where the general registers are above the stack pointer.
const GENERAL: usize = size_of::<libc::siginfo_t>()
    + offset_of!(libc::ucontext_t, uc_mcontext)
    + offset_of!(libc::mcontext_t, regs);

unsafe extern "C" {
    /// Not to be called.
    #[link_name = "__sanecc_signal_return"]
    pub fn signal_return();
}
