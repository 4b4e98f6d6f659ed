//! Functions with a request among their arguments, which says what the others are. Sorted.

use super::effects::{Decisive, Effect, Extent, Pointer, Success, has_written, reads, text};
use super::{Row, does};
use Decisive::Argument;
use Effect::{Forks, HasWritten, Reads, Seccomp, When};
use Extent::{Bytes, Elements, SizeAt, TextUpToBytes};
use Pointer::Behind;
use Success::{Always, IntNotMinusOne, NotMinusOne};

// Sources: the manual pages of the functions; sizes are those of x86-64.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    does("msgctl", "iiip", IntNotMinusOne, &[
        // IPC_SET; IPC_STAT, MSG_STAT, MSG_STAT_ANY; IPC_INFO, MSG_INFO
        When(Argument(1), &[1], &reads(2, Bytes(120))),
        When(Argument(1), &[2, 11, 13], &has_written(2, Bytes(120))),
        When(Argument(1), &[3, 12], &has_written(2, Bytes(32))),
    ]),
    does("prctl", "ii.", IntNotMinusOne, &[
        // PR_GET_PDEATHSIG, PR_GET_CHILD_SUBREAPER, PR_GET_TSC; PR_GET_TID_ADDRESS
        When(Argument(0), &[2, 25, 37], &has_written(1, Bytes(4))),
        When(Argument(0), &[40], &has_written(1, Bytes(8))),
        // PR_SET_NAME, PR_GET_NAME
        When(Argument(0), &[15], &reads(1, TextUpToBytes(16))),
        When(Argument(0), &[16], &has_written(1, Bytes(16))),
        // PR_SET_VMA with PR_SET_VMA_ANON_NAME; PR_SCHED_CORE with PR_SCHED_CORE_GET
        When(Argument(0), &[0x53564d41], &When(Argument(1), &[0], &text(4))),
        When(Argument(0), &[62], &When(Argument(1), &[0], &has_written(4, Bytes(8)))),
        // PR_SET_SECCOMP with SECCOMP_MODE_STRICT, SECCOMP_MODE_FILTER
        When(Argument(0), &[22], &When(Argument(1), &[1], &STRICTLY)),
        When(Argument(0), &[22], &When(Argument(1), &[2], &Seccomp { filter: Some(2), flags: None })),
    ]),
    does("ptrace", "li.", NotMinusOne, &[
        // PTRACE_GETREGS, PTRACE_SETREGS
        When(Argument(0), &[12], &has_written(3, Bytes(216))),
        When(Argument(0), &[13], &reads(3, Bytes(216))),
        // PTRACE_GETFPREGS, PTRACE_SETFPREGS
        When(Argument(0), &[14], &has_written(3, Bytes(512))),
        When(Argument(0), &[15], &reads(3, Bytes(512))),
        // PTRACE_GETEVENTMSG, PTRACE_GETSIGINFO, PTRACE_SETSIGINFO
        When(Argument(0), &[0x4201], &has_written(3, Bytes(8))),
        When(Argument(0), &[0x4202], &has_written(3, Bytes(128))),
        When(Argument(0), &[0x4203], &reads(3, Bytes(128))),
        // PTRACE_GETREGSET, PTRACE_SETREGSET: of a struct iovec, whose length becomes that of what was stored
        When(Argument(0), &[0x4204, 0x4205], &reads(3, Bytes(16))),
        When(Argument(0), &[0x4204], &HasWritten(Behind(3), SizeAt(3, 8))),
        When(Argument(0), &[0x4205], &Reads(Behind(3), SizeAt(3, 8))),
    ]),
    does("semctl", "iiii.", IntNotMinusOne, &[
        // IPC_SET; IPC_STAT, SEM_STAT, SEM_STAT_ANY; IPC_INFO, SEM_INFO
        When(Argument(2), &[1], &reads(3, Bytes(104))),
        When(Argument(2), &[2, 18, 20], &has_written(3, Bytes(104))),
        When(Argument(2), &[3, 19], &has_written(3, Bytes(40))),
    ]),
    does("semop", "iipz", Always, &[reads(1, Elements(2, 6))]),
    does("semtimedop", "iipzp", Always, &[reads(1, Elements(2, 6)), reads(3, Bytes(16))]),
    does("shmctl", "iiip", IntNotMinusOne, &[
        // IPC_SET; IPC_STAT, SHM_STAT, SHM_STAT_ANY; IPC_INFO; SHM_INFO
        When(Argument(1), &[1], &reads(2, Bytes(112))),
        When(Argument(1), &[2, 13, 15], &has_written(2, Bytes(112))),
        When(Argument(1), &[3], &has_written(2, Bytes(72))),
        When(Argument(1), &[14], &has_written(2, Bytes(48))),
    ]),
    // The number and six arguments, of which the last is on the stack.
    does("syscall", "ll.", NotMinusOne, &[
        // SYS_prctl with PR_SET_SECCOMP; SYS_seccomp with SECCOMP_SET_MODE_STRICT, SECCOMP_SET_MODE_FILTER
        When(Argument(0), &[157], &When(Argument(1), &[22], &When(Argument(2), &[1], &STRICTLY))),
        When(Argument(0), &[157], &When(Argument(1), &[22], &When(Argument(2), &[2], &Seccomp { filter: Some(3), flags: None }))),
        When(Argument(0), &[317], &When(Argument(1), &[0], &STRICTLY)),
        When(Argument(0), &[317], &When(Argument(1), &[1], &Seccomp { filter: Some(3), flags: Some(2) })),
        // SYS_clone, SYS_fork, SYS_clone3
        When(Argument(0), &[56, 57, 435], &Forks(0)),
    ]).with_stack(1),
];

const STRICTLY: Effect = Seccomp {
    filter: None,
    flags: None,
};
