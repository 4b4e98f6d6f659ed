//! Functions with a request among their arguments, which says what the others are. Sorted.

use super::effects::{Decisive, Effect, Extent, Pointer, Success, has_written, reads, text};
use super::sizes::*;
use super::{Row, does};
use Decisive::Argument;
use Effect::{Forks, HasWritten, Reads, Seccomp, When};
use Extent::{Bytes, Elements, SizeAt, TextUpToBytes, Word};
use Pointer::Behind;
use Success::{Always, IntNotMinusOne, NotMinusOne};

// Sources: the manual pages of the functions.

/// Registers that `ptrace` hands out as a whole (`struct user_regs_struct` or `user_regs`, and those of numbers with a fraction), where it does.
const REGISTERS: u32 = here([216, 0, 0, 72]);
const FLOATING_REGISTERS: u32 = here([512, 0, 0, 116]);
/// Numbers of system calls. Newer processors have no `fork`.
const PRCTL: i32 = here([157, 167, 167, 172]) as i32;
const SECCOMP: i32 = here([317, 277, 277, 383]) as i32;
const CLONE: i32 = here([56, 220, 220, 120]) as i32;
const FORK: i32 = here([57, 220, 220, 2]) as i32;
const CLONE3: i32 = 435;

/// Words on the stack of five arguments.
pub(super) const LAST_OF_FIVE: u8 = here([0, 0, 0, 1]) as u8;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    does("msgctl", "iiip", IntNotMinusOne, &[
        // IPC_SET; IPC_STAT, MSG_STAT, MSG_STAT_ANY; IPC_INFO, MSG_INFO
        When(Argument(1), &[1], &reads(2, Bytes(MSQID))),
        When(Argument(1), &[2, 11, 13], &has_written(2, Bytes(MSQID))),
        When(Argument(1), &[3, 12], &has_written(2, Bytes(MSGINFO))),
    ]),
    does("prctl", "ii.", IntNotMinusOne, OF_PROCESS).with_stack(LAST_OF_FIVE),
    does("ptrace", "li.", NotMinusOne, &[
        // PTRACE_GETREGS, PTRACE_SETREGS
        When(Argument(0), &[12], &has_written(3, Bytes(REGISTERS))),
        When(Argument(0), &[13], &reads(3, Bytes(REGISTERS))),
        // PTRACE_GETFPREGS, PTRACE_SETFPREGS
        When(Argument(0), &[14], &has_written(3, Bytes(FLOATING_REGISTERS))),
        When(Argument(0), &[15], &reads(3, Bytes(FLOATING_REGISTERS))),
        // PTRACE_GETEVENTMSG, PTRACE_GETSIGINFO, PTRACE_SETSIGINFO
        When(Argument(0), &[0x4201], &has_written(3, Word)),
        When(Argument(0), &[0x4202], &has_written(3, Bytes(SIGINFO))),
        When(Argument(0), &[0x4203], &reads(3, Bytes(SIGINFO))),
        // PTRACE_GETREGSET, PTRACE_SETREGSET: of a struct iovec, whose length becomes that of what was stored
        When(Argument(0), &[0x4204, 0x4205], &reads(3, Bytes(IOVEC))),
        When(Argument(0), &[0x4204], &HasWritten(Behind(3), SizeAt(3, IOVEC_LENGTH))),
        When(Argument(0), &[0x4205], &Reads(Behind(3), SizeAt(3, IOVEC_LENGTH))),
    ]),
    does("semctl", "iiii.", IntNotMinusOne, &[
        // IPC_SET; IPC_STAT, SEM_STAT, SEM_STAT_ANY; IPC_INFO, SEM_INFO
        When(Argument(2), &[1], &reads(3, Bytes(SEMID))),
        When(Argument(2), &[2, 18, 20], &has_written(3, Bytes(SEMID))),
        When(Argument(2), &[3, 19], &has_written(3, Bytes(SEMINFO))),
    ]),
    does("semop", "iipz", Always, &[reads(1, Elements(2, SEMBUF))]),
    does("semtimedop", "iipzp", Always, &[reads(1, Elements(2, SEMBUF)), reads(3, Bytes(TIMESPEC))]),
    does("shmctl", "iiip", IntNotMinusOne, &[
        // IPC_SET; IPC_STAT, SHM_STAT, SHM_STAT_ANY; IPC_INFO; SHM_INFO
        When(Argument(1), &[1], &reads(2, Bytes(SHMID))),
        When(Argument(1), &[2, 13, 15], &has_written(2, Bytes(SHMID))),
        When(Argument(1), &[3], &has_written(2, Bytes(SHMINFO))),
        When(Argument(1), &[14], &has_written(2, Bytes(SHM_INFO))),
    ]),
    // The number and six arguments, of which the last is on the stack, or the last three.
    does("syscall", "ll.", NotMinusOne, &[
        // SYS_prctl with PR_SET_SECCOMP; SYS_seccomp with SECCOMP_SET_MODE_STRICT, SECCOMP_SET_MODE_FILTER
        When(Argument(0), &[PRCTL], &When(Argument(1), &[22], &When(Argument(2), &[1], &STRICTLY))),
        When(Argument(0), &[PRCTL], &When(Argument(1), &[22], &When(Argument(2), &[2], &Seccomp { filter: Some(3), flags: None }))),
        When(Argument(0), &[SECCOMP], &When(Argument(1), &[0], &STRICTLY)),
        When(Argument(0), &[SECCOMP], &When(Argument(1), &[1], &Seccomp { filter: Some(3), flags: Some(2) })),
        // SYS_clone, SYS_fork, SYS_clone3
        When(Argument(0), &[CLONE, FORK, CLONE3], &Forks(0)),
    ]).with_stack(1),
];

/// What `prctl` does.
#[rustfmt::skip]
pub(super) const OF_PROCESS: &[Effect] = &[
    // PR_GET_PDEATHSIG, PR_GET_CHILD_SUBREAPER, PR_GET_TSC; PR_GET_TID_ADDRESS
    When(Argument(0), &[2, 25, 37], &has_written(1, Bytes(4))),
    When(Argument(0), &[40], &has_written(1, Word)),
    // PR_SET_NAME, PR_GET_NAME
    When(Argument(0), &[15], &reads(1, TextUpToBytes(16))),
    When(Argument(0), &[16], &has_written(1, Bytes(16))),
    // PR_SET_VMA with PR_SET_VMA_ANON_NAME; PR_SCHED_CORE with PR_SCHED_CORE_GET
    When(Argument(0), &[0x53564d41], &When(Argument(1), &[0], &text(4))),
    When(Argument(0), &[62], &When(Argument(1), &[0], &has_written(4, Bytes(8)))),
    // PR_SET_SECCOMP with SECCOMP_MODE_STRICT, SECCOMP_MODE_FILTER
    When(Argument(0), &[22], &When(Argument(1), &[1], &STRICTLY)),
    When(Argument(0), &[22], &When(Argument(1), &[2], &Seccomp { filter: Some(2), flags: None })),
];

const STRICTLY: Effect = Seccomp {
    filter: None,
    flags: None,
};
