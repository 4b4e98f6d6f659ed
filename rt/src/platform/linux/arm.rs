//! In which form Linux and glibc hand out the registers of 32-bit Arm: of a signal, of a context, of a stopped thread.

use super::super::{Registers, address_of_syscalls, is_write};
use super::StoppedThread;
use super::register_sets::{GENERAL, read_set};
use core::ffi::c_int;

/// The registers that a signal handler's context holds.
pub fn registers_in(context: &libc::ucontext_t) -> Registers {
    let machine = &context.uc_mcontext;
    Registers {
        saved: [
            machine.arm_r4,
            machine.arm_r5,
            machine.arm_r6,
            machine.arm_r7,
            machine.arm_r8,
            machine.arm_r9,
            machine.arm_r10,
        ]
        .map(|value| value as usize),
        frame: machine.arm_fp as usize,
        link: machine.arm_lr as usize,
        sp: machine.arm_sp as usize,
        pc: machine.arm_pc as usize,
    }
}

/// How many registers have names in reports.
pub const NAMED_REGISTERS: usize = 15;

/// The same with their names, all of them.
pub fn named_registers_in(context: &libc::ucontext_t) -> [(&'static str, usize); NAMED_REGISTERS] {
    let machine = &context.uc_mcontext;
    [
        ("r0", machine.arm_r0),
        ("r1", machine.arm_r1),
        ("r2", machine.arm_r2),
        ("r3", machine.arm_r3),
        ("r4", machine.arm_r4),
        ("r5", machine.arm_r5),
        ("r6", machine.arm_r6),
        ("r7", machine.arm_r7),
        ("r8", machine.arm_r8),
        ("r9", machine.arm_r9),
        ("r10", machine.arm_r10),
        ("r11", machine.arm_fp),
        ("r12", machine.arm_ip),
        ("sp", machine.arm_sp),
        ("lr", machine.arm_lr),
    ]
    .map(|(name, value)| (name, value as usize))
}

/// Answers a system call of the runtime's, of which a filter has made a signal (`SIGSYS`), by an error; false if the call was another's.
pub fn refuse_in(info: &libc::siginfo_t, context: &mut libc::ucontext_t) -> bool {
    // SAFETY: such a signal tells the address of the call where others tell that of an access.
    let call = unsafe { info.si_addr() } as usize;
    const SYS_SECCOMP: c_int = 1;
    let is_ours = info.si_code == SYS_SECCOMP && call == address_of_syscalls();
    if is_ours {
        context.uc_mcontext.arm_r0 = -libc::EPERM as libc::c_ulong;
    }
    is_ours
}

/// Whether the access that a signal is about was a write: the processor says it where it says anything, else the instruction; `None` if that does not.
pub fn is_write_in(context: &libc::ucontext_t) -> Option<bool> {
    /// Of the processor's word about a fault: it was a write.
    const WRITE: libc::c_ulong = 1 << 11;
    /// Of the processor's state: it runs Thumb code.
    const THUMB: libc::c_ulong = 1 << 5;
    let machine = &context.uc_mcontext;
    match machine.error_code {
        // Emulators leave it.
        0 => is_write(machine.arm_pc as usize, machine.arm_cpsr & THUMB != 0),
        code => Some(code & WRITE != 0),
    }
}

/// What the program was about to access where a check has failed to read its shadow. The processor tells the address of the shadow itself.
pub fn checked_address_in(_context: &libc::ucontext_t) -> Option<usize> {
    None
}

/// Addresses that the instruction may have accessed, where the processor does not tell. This one tells.
pub fn withheld_addresses_in(_context: &libc::ucontext_t) -> [Option<usize>; 2] {
    [None; 2]
}

/// The stack pointer with which a context goes on.
///
/// # Safety
/// As for [`context_stack`](super::context_stack).
pub unsafe fn context_stack_pointer(context: usize) -> usize {
    let context = context as *const libc::ucontext_t;
    // SAFETY: as the caller promises; any bytes are valid.
    unsafe { (*context).uc_mcontext.arm_sp as usize }
}

/// Words of the registers that the kernel hands out of a stopped thread (`pt_regs`).
pub const GENERAL_REGISTERS: usize = 18;
/// Words of the vector registers that it hands out (`user_vfp`).
pub const VECTOR_WORDS: usize = 65;

/// Reads the registers of a thread that stands still, by `ptrace` with a request, an address and data.
pub fn read_stopped(thread: &mut StoppedThread, ptrace: impl Fn(c_int, usize, usize) -> isize) {
    /// `NT_ARM_VFP`
    const VECTORS: usize = 0x400;
    /// `PTRACE_GET_THREAD_AREA`
    const GET_THREAD_POINTER: c_int = 22;
    read_set(GENERAL, &mut thread.general, &ptrace);
    read_set(VECTORS, &mut thread.vector, &ptrace);
    let mut pointer = 0usize;
    ptrace(GET_THREAD_POINTER, 0, &raw mut pointer as usize);
    thread.pointer = pointer;
    thread.sp = thread.general[13];
}

/// `AUDIT_ARCH_ARM`.
pub(super) const AUDIT_ARCHITECTURE: u32 = 0x4000_0028;
