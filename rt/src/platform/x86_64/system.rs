//! How the kernel is called, and how it comes back: system calls, a process with a stack of its own, the end of a
//! signal handler.

use core::arch::asm;

/// One system call; returns the kernel's result, negative is `-errno`.
///
/// # Safety
/// As the system call: what the arguments point to must fit what it reads and writes.
#[inline(always)]
pub unsafe fn raw_syscall(number: i64, arguments: [usize; 6]) -> isize {
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
    core::arch::naked_asm!("syscall", "ret")
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

/// Where signal handlers return to.
#[unsafe(naked)]
pub extern "C" fn signal_return() {
    core::arch::naked_asm!("mov eax, {number}", "syscall", number = const libc::SYS_rt_sigreturn)
}
