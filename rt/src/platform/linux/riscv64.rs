//! In which form Linux and glibc hand out the registers of RISC-V: of a signal, of a context, of a stopped thread.

use super::super::{Registers, address_of_syscalls, is_write};
use super::StoppedThread;
use super::register_sets::{FLOATING, GENERAL, read_set};
use core::ffi::c_int;

/// Where the address of execution stands among the registers; the others stand at their numbers.
const PC: usize = 0;

/// The registers that a signal handler's context holds.
pub fn registers_in(context: &libc::ucontext_t) -> Registers {
    let get = |number: usize| context.uc_mcontext.__gregs[number] as usize;
    Registers {
        saved: core::array::from_fn(|index| get(if index == 0 { 9 } else { 17 + index })),
        frame: get(8),
        link: get(1),
        sp: get(2),
        pc: get(PC),
    }
}

/// How many registers have names in reports.
pub const NAMED_REGISTERS: usize = 31;

/// The same with their names, all of them.
pub fn named_registers_in(context: &libc::ucontext_t) -> [(&'static str, usize); NAMED_REGISTERS] {
    const NAMES: [&str; NAMED_REGISTERS] = [
        "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5",
        "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5",
        "t6",
    ];
    core::array::from_fn(|index| {
        let value = context.uc_mcontext.__gregs[index + 1];
        (NAMES[index], value as usize)
    })
}

/// Answers a system call of the runtime's, of which a filter has made a signal (`SIGSYS`), by an error; false if the call was another's.
pub fn refuse_in(info: &libc::siginfo_t, context: &mut libc::ucontext_t) -> bool {
    // SAFETY: such a signal tells the address of the call where others tell that of an access.
    let call = unsafe { info.si_addr() } as usize;
    const SYS_SECCOMP: c_int = 1;
    const A0: usize = 10;
    let is_ours = info.si_code == SYS_SECCOMP && call == address_of_syscalls();
    if is_ours {
        context.uc_mcontext.__gregs[A0] = -i64::from(libc::EPERM) as u64;
    }
    is_ours
}

/// Whether the access that a signal is about was a write; `None` if the instruction does not say.
pub fn is_write_in(context: &libc::ucontext_t) -> Option<bool> {
    is_write(context.uc_mcontext.__gregs[PC] as usize)
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
    const SP: usize = 2;
    let context = context as *const libc::ucontext_t;
    // SAFETY: as the caller promises; any bytes are valid.
    unsafe { (*context).uc_mcontext.__gregs[SP] as usize }
}

/// Words of the registers that the kernel hands out of a stopped thread (`user_regs_struct`).
pub const GENERAL_REGISTERS: usize = 32;
/// Words of those of floating-point numbers that it hands out (`__riscv_d_ext_state`).
pub const VECTOR_WORDS: usize = 33;

/// Reads the registers of a thread that stands still, by `ptrace` with a request, an address and data.
pub fn read_stopped(thread: &mut StoppedThread, ptrace: impl Fn(c_int, usize, usize) -> isize) {
    read_set(GENERAL, &mut thread.general, &ptrace);
    read_set(FLOATING, &mut thread.vector, &ptrace);
    thread.sp = thread.general[2];
    thread.pointer = thread.general[4];
}

/// `AUDIT_ARCH_RISCV64`.
pub(super) const AUDIT_ARCHITECTURE: u32 = 0xc000_00f3;
