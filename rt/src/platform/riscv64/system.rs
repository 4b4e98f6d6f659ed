//! How the kernel is called: system calls, a process with a stack of its own.

use core::arch::asm;
use core::ffi::c_long;

/// One system call; returns the kernel's result, negative is `-errno`.
///
/// # Safety
/// As the system call: what the arguments point to must fit what it reads and writes.
#[inline(always)]
pub unsafe fn raw_syscall(number: c_long, arguments: [usize; 6]) -> isize {
    let [a, b, c, d, e, f] = arguments;
    let result: isize;
    // SAFETY: the kernel clobbers only a0; what it does to memory is the caller's promise.
    unsafe {
        asm!(
            // By no table of addresses: a static program calls before it has been relocated.
            "call {enter}",
            enter = sym enter_kernel,
            in("a7") number,
            inlateout("a0") a => result,
            in("a1") b, in("a2") c, in("a3") d, in("a4") e, in("a5") f,
            out("ra") _,
        );
    }
    result
}

/// All system calls but those below are made here, so that they can be told from the program's.
#[unsafe(naked)]
extern "C" fn enter_kernel() {
    core::arch::naked_asm!(".cfi_startproc", "ecall", "ret", ".cfi_endproc")
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
    unsafe { asm!("unimp", options(nostack)) };
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
            "ecall",
            "bnez a0, 2f",
            "li s0, 0",
            "mv a0, {argument}",
            "jalr {function}",
            "li a7, {exit}",
            "li a0, 0",
            "ecall",
            "unimp",
            "2:",
            exit = const libc::SYS_exit,
            function = in(reg) function,
            argument = in(reg) argument,
            inlateout("a7") libc::SYS_clone => _,
            inlateout("a0") flags => result,
            in("a1") stack, in("a2") 0, in("a3") 0, in("a4") 0,
            out("ra") _,
        );
    }
    result
}
