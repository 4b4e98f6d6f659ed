//! In which form Linux and glibc hand out the registers of x86-64: of a signal, of a context, of a stopped thread.

use super::super::{Registers, SHADOW_OFFSET, address_of_syscalls};
use super::{StoppedThread, read_word};
use core::ffi::c_int;
use sanecc_abi::shadow::GRANULE_SHIFT;

/// A register among those of a signal or a context.
fn register(context: &libc::ucontext_t, register: c_int) -> usize {
    context.uc_mcontext.gregs[register as usize] as usize
}

/// The registers that a signal handler's context holds.
pub fn registers_in(context: &libc::ucontext_t) -> Registers {
    let get = |number| register(context, number);
    Registers {
        rbx: get(libc::REG_RBX),
        frame: get(libc::REG_RBP),
        r12: get(libc::REG_R12),
        r13: get(libc::REG_R13),
        r14: get(libc::REG_R14),
        r15: get(libc::REG_R15),
        sp: get(libc::REG_RSP),
        pc: get(libc::REG_RIP),
    }
}

/// How many registers have names in reports.
pub const NAMED_REGISTERS: usize = 16;

/// The same with their names, all of them.
pub fn named_registers_in(context: &libc::ucontext_t) -> [(&'static str, usize); NAMED_REGISTERS] {
    const NAMED: [(&str, c_int); NAMED_REGISTERS] = [
        ("rax", libc::REG_RAX),
        ("rbx", libc::REG_RBX),
        ("rcx", libc::REG_RCX),
        ("rdx", libc::REG_RDX),
        ("rdi", libc::REG_RDI),
        ("rsi", libc::REG_RSI),
        ("rbp", libc::REG_RBP),
        ("rsp", libc::REG_RSP),
        ("r8", libc::REG_R8),
        ("r9", libc::REG_R9),
        ("r10", libc::REG_R10),
        ("r11", libc::REG_R11),
        ("r12", libc::REG_R12),
        ("r13", libc::REG_R13),
        ("r14", libc::REG_R14),
        ("r15", libc::REG_R15),
    ];
    NAMED.map(|(name, number)| (name, register(context, number)))
}

/// Answers a system call of the runtime's, of which a filter has made a signal (`SIGSYS`), by an error; false if the call was another's.
pub fn refuse_in(info: &libc::siginfo_t, context: &mut libc::ucontext_t) -> bool {
    // SAFETY: such a signal tells the address of the call where others tell that of an access.
    let call = unsafe { info.si_addr() } as usize;
    const SYS_SECCOMP: c_int = 1;
    let is_ours = info.si_code == SYS_SECCOMP && call == address_of_syscalls();
    if is_ours {
        context.uc_mcontext.gregs[libc::REG_RAX as usize] = -i64::from(libc::EPERM);
    }
    is_ours
}

/// Whether the access that a signal is about was a write; `None` if the processor does not say.
pub fn is_write_in(context: &libc::ucontext_t) -> Option<bool> {
    const PAGE_FAULT: usize = 14;
    const WRITE_BIT: usize = 2;
    let paging = register(context, libc::REG_TRAPNO) == PAGE_FAULT;
    paging.then_some(register(context, libc::REG_ERR) & WRITE_BIT != 0)
}

/// The general registers in the order in which instructions number them.
const NUMBERED: [c_int; 16] = [
    libc::REG_RAX,
    libc::REG_RCX,
    libc::REG_RDX,
    libc::REG_RBX,
    libc::REG_RSP,
    libc::REG_RBP,
    libc::REG_RSI,
    libc::REG_RDI,
    libc::REG_R8,
    libc::REG_R9,
    libc::REG_R10,
    libc::REG_R11,
    libc::REG_R12,
    libc::REG_R13,
    libc::REG_R14,
    libc::REG_R15,
];

/// The code that a signal is about, as far as it can be read.
fn code_in(context: &libc::ucontext_t) -> Option<[u8; 16]> {
    let pc = register(context, libc::REG_RIP);
    let words = [
        read_word(pc)?,
        read_word(pc + size_of::<usize>()).unwrap_or(0),
    ];
    let mut code = [0; 16];
    for (bytes, word) in code.chunks_exact_mut(size_of::<usize>()).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Some(code)
}

/// What the program was about to access where a check has failed to read its shadow, to the granule. Checks count members of structures in the
/// shadow, so an address that wraps around zero has its shadow nowhere.
pub fn checked_address_in(context: &libc::ucontext_t) -> Option<usize> {
    /// Granules before and behind what a pointer holds that are taken for a member's.
    const FARTHEST: i64 = 1 << 24;
    let (base, displacement) = super::super::operand(&code_in(context)?)?;
    let granules = i64::from(displacement) - SHADOW_OFFSET as i64;
    if granules.abs() > FARTHEST {
        return None;
    }
    let granule = register(context, NUMBERED[base]).wrapping_add(granules as usize);
    Some(granule << GRANULE_SHIFT)
}

/// Addresses that the instruction may have accessed, where the processor does not tell.
pub fn withheld_addresses_in(context: &libc::ucontext_t) -> [Option<usize>; 2] {
    match code_in(context) {
        Some(code) => {
            super::super::accessed(&code, &NUMBERED.map(|number| register(context, number)))
        }
        // It has jumped there.
        None => [Some(register(context, libc::REG_RIP)), None],
    }
}

/// The stack pointer with which a context goes on.
///
/// # Safety
/// As for [`context_stack`](super::context_stack).
pub unsafe fn context_stack_pointer(context: usize) -> usize {
    let context = context as *const libc::ucontext_t;
    // SAFETY: as the caller promises; any bytes are valid.
    unsafe { (*context).uc_mcontext.gregs[libc::REG_RSP as usize] as usize }
}

/// Words of the registers that the kernel hands out of a stopped thread (`user_regs_struct`).
pub const GENERAL_REGISTERS: usize = 27;
/// Words of the floating-point and vector registers that it hands out (`user_fpregs_struct`).
pub const VECTOR_WORDS: usize = 64;

/// Reads the registers of a thread that stands still, by `ptrace` with a request, an address and data.
pub fn read_stopped(thread: &mut StoppedThread, ptrace: impl Fn(c_int, usize, usize) -> isize) {
    let (general, vector) = (&raw mut thread.general, &raw mut thread.vector);
    ptrace(libc::PTRACE_GETREGS as c_int, 0, general as usize);
    ptrace(libc::PTRACE_GETFPREGS as c_int, 0, vector as usize);
    thread.sp = thread.general[19];
    thread.pointer = thread.general[21];
}

/// `AUDIT_ARCH_X86_64`.
pub(super) const AUDIT_ARCHITECTURE: u32 = 0xc000_003e;
