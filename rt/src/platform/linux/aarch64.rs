//! In which form Linux and glibc hand out the registers of AArch64: of a signal, of a context, of a stopped thread.

use super::super::{Registers, address_of_syscalls, is_write};
use super::StoppedThread;
use super::register_sets::{FLOATING, GENERAL, read_set};
use core::ffi::c_int;

/// The registers that a signal handler's context holds.
pub fn registers_in(context: &libc::ucontext_t) -> Registers {
    let machine = &context.uc_mcontext;
    let get = |number: usize| machine.regs[number] as usize;
    Registers {
        saved: core::array::from_fn(|index| get(19 + index)),
        frame: get(29),
        link: get(30),
        sp: machine.sp as usize,
        pc: machine.pc as usize,
    }
}

/// How many registers have names in reports.
pub const NAMED_REGISTERS: usize = 32;

/// The same with their names, all of them.
pub fn named_registers_in(context: &libc::ucontext_t) -> [(&'static str, usize); NAMED_REGISTERS] {
    const NAMES: [&str; NAMED_REGISTERS] = [
        "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
        "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26",
        "x27", "x28", "fp", "lr", "sp",
    ];
    let machine = &context.uc_mcontext;
    core::array::from_fn(|index| {
        let value = machine.regs.get(index).unwrap_or(&machine.sp);
        (NAMES[index], *value as usize)
    })
}

/// Answers a system call of the runtime's, of which a filter has made a signal (`SIGSYS`), by an error; false if the call was another's.
pub fn refuse_in(info: &libc::siginfo_t, context: &mut libc::ucontext_t) -> bool {
    // SAFETY: such a signal tells the address of the call where others tell that of an access.
    let call = unsafe { info.si_addr() } as usize;
    const SYS_SECCOMP: c_int = 1;
    let is_ours = info.si_code == SYS_SECCOMP && call == address_of_syscalls();
    if is_ours {
        context.uc_mcontext.regs[0] = -i64::from(libc::EPERM) as u64;
    }
    is_ours
}

/// Whether the access that a signal is about was a write; `None` if the instruction does not say.
pub fn is_write_in(context: &libc::ucontext_t) -> Option<bool> {
    is_write(context.uc_mcontext.pc as usize)
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
    unsafe { (*context).uc_mcontext.sp as usize }
}

/// Words of the registers that the kernel hands out of a stopped thread (`user_pt_regs`).
pub const GENERAL_REGISTERS: usize = 34;
/// Words of the vector registers that it hands out (`user_fpsimd_state`).
pub const VECTOR_WORDS: usize = 66;

/// Reads the registers of a thread that stands still, by `ptrace` with a request, an address and data.
pub fn read_stopped(thread: &mut StoppedThread, ptrace: impl Fn(c_int, usize, usize) -> isize) {
    /// `NT_ARM_TLS`
    const THREAD_POINTER: usize = 0x401;
    read_set(GENERAL, &mut thread.general, &ptrace);
    read_set(FLOATING, &mut thread.vector, &ptrace);
    let mut pointer = [0];
    read_set(THREAD_POINTER, &mut pointer, &ptrace);
    [thread.pointer] = pointer;
    thread.sp = thread.general[31];
}

/// `AUDIT_ARCH_AARCH64`.
pub(super) const AUDIT_ARCHITECTURE: u32 = 0xc000_00b7;
