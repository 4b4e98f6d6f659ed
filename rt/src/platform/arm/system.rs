//! How the kernel is called, and how it comes back: system calls, a process with a stack of its own, the end of a
//! signal handler.

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
    // SAFETY: the kernel clobbers only r0; what it does to memory is the caller's promise.
    unsafe {
        asm!(
            // By no table of addresses: a static program calls before it has been relocated.
            "bl {enter}",
            enter = sym enter_kernel,
            in("r7") number,
            inlateout("r0") a => result,
            in("r1") b, in("r2") c, in("r3") d, in("r4") e, in("r5") f,
            // A linker may put code between that leads far away.
            out("r12") _, out("lr") _,
        );
    }
    result
}

/// All system calls but those below are made here, so that they can be told from the program's.
#[unsafe(naked)]
extern "C" fn enter_kernel() {
    core::arch::naked_asm!(".fnstart", "svc 0", "bx lr", ".fnend")
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
            "cmp r0, 0",
            "bne 2f",
            "mov r11, 0",
            "mov r0, r8",
            "blx r5",
            "mov r7, {exit}",
            "mov r0, 0",
            "svc 0",
            "udf 0",
            "2:",
            exit = const libc::SYS_exit,
            in("r5") function,
            in("r8") argument,
            in("r7") libc::SYS_clone,
            inlateout("r0") flags => result,
            in("r1") stack, in("r2") 0, in("r3") 0, in("r4") 0,
            out("lr") _,
        );
    }
    result
}

// Where signal handlers return to. What unwinds through it knows the instructions, as those of the C library's.
core::arch::global_asm!(
    ".pushsection .text.__sanecc_signal_return, \"ax\", %progbits
     .p2align 2
     .arm
     .globl __sanecc_signal_return
     .hidden __sanecc_signal_return
     .type __sanecc_signal_return, %function
     __sanecc_signal_return:
     mov r7, #{number}
     svc 0
     .size __sanecc_signal_return, . - __sanecc_signal_return
     .popsection",
    number = const libc::SYS_rt_sigreturn,
);

unsafe extern "C" {
    /// Not to be called.
    #[link_name = "__sanecc_signal_return"]
    pub fn signal_return();
}
