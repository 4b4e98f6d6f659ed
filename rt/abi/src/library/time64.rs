//! What functions with times are called on 32-bit processors where times have 64 bits (`_TIME_BITS`). Other C libraries have no such names. Sorted.

use super::effects::{
    Decisive, Direction, Effect, Extent, Success, file_name, has_read, has_written, joins, reads,
    text,
};
use super::requests::{LAST_OF_FIVE, OF_PROCESS};
use super::sizes::*;
use super::{Row, does, makes};
use Decisive::Argument;
use Direction::{Read, Write};
use Effect::{Masks, Message, Messages, Request, When};
use Extent::{Bytes, Elements, Int, LengthAnd, Text, Word};
use Success::{Always, IntNotMinusOne, NotMinusOne, NotNegative, NotNull, NotZero, Zero};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    does("__clock_getres64", "iip", Zero, &[has_written(1, Bytes(WIDE_TIMESPEC))]),
    does("__clock_gettime64", "iip", Zero, &[has_written(1, Bytes(WIDE_TIMESPEC))]),
    does("__clock_settime64", "iip", Always, &[reads(1, Bytes(WIDE_TIMESPEC))]),
    does("__ctime64", "pp", Always, &[reads(0, Bytes(WIDE_TIME))]),
    does("__ctime64_r", "ppp", NotNull, &[reads(0, Bytes(WIDE_TIME)), has_written(1, Text)]),
    does("__epoll_pwait2_time64", "iipipp", NotNegative, &[Masks(4)]),
    does("__fstat64_time64", "iip", Zero, &[has_written(1, Bytes(WIDE_STAT))]),
    does("__fstatat64_time64", "iippi", Zero, &[file_name(1), has_written(2, Bytes(WIDE_STAT))]),
    does("__futimens64", "iip", Always, &[reads(1, Bytes(2 * WIDE_TIMESPEC))]),
    does("__futimes64", "iip", Always, &[reads(1, Bytes(2 * WIDE_TIMEVAL))]),
    does("__getitimer64", "iip", Zero, &[has_written(1, Bytes(WIDE_ITIMERVAL))]),
    does("__getrusage64", "iip", Zero, &[has_written(1, Bytes(WIDE_RUSAGE))]),
    does("__getsockopt64", "iiiipp", Zero, &[has_written(4, Bytes(4)), has_written(3, LengthAnd(4, 0))]),
    does("__gettimeofday64", "ipp", Zero, &[has_written(0, Bytes(WIDE_TIMEVAL)), has_written(1, Bytes(TIMEZONE))]),
    makes("__glob64_time64", "ipipp", Zero, &[text(0), has_written(3, Bytes(GLOB64))]),
    does("__gmtime64", "pp", Always, &[reads(0, Bytes(WIDE_TIME))]),
    does("__gmtime64_r", "ppp", NotNull, &[reads(0, Bytes(WIDE_TIME)), has_written(1, Bytes(TM))]),
    does("__ioctl_time64", "iil.", IntNotMinusOne, &[Request(1, 2)]),
    does("__localtime64", "pp", Always, &[reads(0, Bytes(WIDE_TIME))]),
    does("__localtime64_r", "ppp", NotNull, &[reads(0, Bytes(WIDE_TIME)), has_written(1, Bytes(TM))]),
    does("__lstat64_time64", "ipp", Zero, &[file_name(0), has_written(1, Bytes(WIDE_STAT))]),
    does("__lutimes64", "ipp", Always, &[text(0), reads(1, Bytes(2 * WIDE_TIMEVAL))]),
    does("__mktime64", "qp", NotMinusOne, &[reads(0, Bytes(36)), has_written(0, Bytes(TM))]),
    does("__msgctl64", "iiip", IntNotMinusOne, &[
        // IPC_SET; IPC_STAT, MSG_STAT, MSG_STAT_ANY; IPC_INFO, MSG_INFO
        When(Argument(1), &[1], &reads(2, Bytes(WIDE_MSQID))),
        When(Argument(1), &[2, 11, 13], &has_written(2, Bytes(WIDE_MSQID))),
        When(Argument(1), &[3, 12], &has_written(2, Bytes(MSGINFO))),
    ]),
    does("__nanosleep64", "ipp", Always, &[reads(0, Bytes(WIDE_TIMESPEC))]),
    does("__ppoll64", "iplpp", Always, &[Masks(3), reads(0, Elements(1, POLLFD)), reads(2, Bytes(WIDE_TIMESPEC)), reads(3, Bytes(SIGSET))]),
    does("__prctl_time64", "ii.", IntNotMinusOne, OF_PROCESS).with_stack(LAST_OF_FIVE),
    does("__pselect64", "iippppp", Always, &[Masks(5)]),
    does("__pthread_clockjoin_np64", "ilpip", Zero, &[joins(0), has_written(1, Word), reads(3, Bytes(WIDE_TIMESPEC))]),
    does("__pthread_timedjoin_np64", "ilpp", Zero, &[joins(0), has_written(1, Word), reads(2, Bytes(WIDE_TIMESPEC))]),
    does("__recvmmsg64", "iipiip", NotNegative, &[Messages(Write, 1)]),
    does("__recvmsg64", "zipi", NotMinusOne, &[Message(Write, 1)]),
    does("__sem_timedwait64", "ipp", Always, &[reads(1, Bytes(WIDE_TIMESPEC))]),
    does("__semctl64", "iiii.", IntNotMinusOne, &[
        // IPC_SET; IPC_STAT, SEM_STAT, SEM_STAT_ANY; IPC_INFO, SEM_INFO
        When(Argument(2), &[1], &reads(3, Bytes(WIDE_SEMID))),
        When(Argument(2), &[2, 18, 20], &has_written(3, Bytes(WIDE_SEMID))),
        When(Argument(2), &[3, 19], &has_written(3, Bytes(SEMINFO))),
    ]),
    does("__semtimedop64", "iipzp", Always, &[reads(1, Elements(2, SEMBUF)), reads(3, Bytes(WIDE_TIMESPEC))]),
    does("__sendmmsg64", "iipii", NotNegative, &[Messages(Read, 1)]),
    does("__sendmsg64", "zipi", NotMinusOne, &[Message(Read, 1)]),
    does("__setitimer64", "iipp", Zero, &[reads(1, Bytes(WIDE_ITIMERVAL)), has_written(2, Bytes(WIDE_ITIMERVAL))]),
    does("__setsockopt64", "iiiipi", Zero, &[has_read(3, Int(4))]),
    does("__shmctl64", "iiip", IntNotMinusOne, &[
        // IPC_SET; IPC_STAT, SHM_STAT, SHM_STAT_ANY; IPC_INFO; SHM_INFO
        When(Argument(1), &[1], &reads(2, Bytes(WIDE_SHMID))),
        When(Argument(1), &[2, 13, 15], &has_written(2, Bytes(WIDE_SHMID))),
        When(Argument(1), &[3], &has_written(2, Bytes(SHMINFO))),
        When(Argument(1), &[14], &has_written(2, Bytes(SHM_INFO))),
    ]),
    does("__sigtimedwait64", "ippp", IntNotMinusOne, &[reads(0, Bytes(SIGSET)), reads(2, Bytes(WIDE_TIMESPEC)), has_written(1, Bytes(SIGINFO))]),
    does("__stat64_time64", "ipp", Zero, &[file_name(0), has_written(1, Bytes(WIDE_STAT))]),
    does("__time64", "qp", NotMinusOne, &[has_written(0, Bytes(WIDE_TIME))]),
    does("__timegm64", "qp", NotMinusOne, &[reads(0, Bytes(36)), has_written(0, Bytes(TM))]),
    does("__timerfd_gettime64", "iip", Zero, &[has_written(1, Bytes(WIDE_ITIMERSPEC))]),
    does("__timerfd_settime64", "iiipp", Zero, &[reads(2, Bytes(WIDE_ITIMERSPEC)), has_written(3, Bytes(WIDE_ITIMERSPEC))]),
    does("__timespec_get64", "ipi", NotZero, &[has_written(0, Bytes(WIDE_TIMESPEC))]),
    does("__utimensat64", "iippi", Always, &[text(1), reads(2, Bytes(2 * WIDE_TIMESPEC))]),
    does("__utimes64", "ipp", Always, &[text(0), reads(1, Bytes(2 * WIDE_TIMEVAL))]),
    does("__wait3_time64", "ipip", IntNotMinusOne, &[has_written(0, Bytes(4)), has_written(2, Bytes(WIDE_RUSAGE))]),
    does("__wait4_time64", "iipip", IntNotMinusOne, &[has_written(1, Bytes(4)), has_written(3, Bytes(WIDE_RUSAGE))]),
];
