//! What system calls read and write: as Linux has its structures, which are those of the C library but for a few. Sorted by subject, as the header is.

use super::syscalls;
use Decisive::Argument;
use Direction::{Read, Write};
use Effect::{Message, Messages, Request, Vector, When};
use Extent::{
    Bytes, Elements, Int, IntElements, LengthAnd, PagesOf, Result, ResultAnd, ResultElements,
    ResultElementsUpTo, ResultUpTo, Size, SizeAnd, Word,
};
use sanecc_abi::library::effects::{
    Decisive, Direction, Effect, Effects, Extent, Success, has_written, reads, text, writes,
};
use sanecc_abi::library::sizes::*;

/// Bytes of a set of signals, as the system has it.
const SIGNALS: Extent = Bytes(8);
/// What stands before such a set in what `rt_sigaction` knows.
const ACTION: u32 = here([24, 24, 16, 12]);
const TIME: Extent = Bytes(TIMESPEC);
/// An `itimerval`, an `itimerspec`.
const TIMER: Extent = Bytes(2 * TIMESPEC);
/// `struct stat`, and what the calls for large files know, as `asm/stat.h` has them.
const STATUS: Extent = Bytes(here([144, 128, 128, 64]));
const STATUS64: Extent = Bytes(here([144, 128, 128, 104]));
/// `struct ustat`
const USTAT: u32 = here([32, 32, 32, 20]);

#[rustfmt::skip]
syscalls! {
    // Time.
    time: Positive [has_written(0, Word)];
    stime: Zero [reads(0, Word)];
    gettimeofday: Zero [has_written(0, TIME), has_written(1, Bytes(8))];
    settimeofday: Zero [reads(0, TIME), reads(1, Bytes(8))];
    adjtimex: NotNegative [reads(0, Bytes(TIMEX)), has_written(0, Bytes(TIMEX))];
    times: Positive [has_written(0, Bytes(TMS))];
    nanosleep: Zero [reads(0, TIME)];
    getitimer: Zero [has_written(1, TIMER)];
    setitimer: Zero [reads(1, TIMER), has_written(2, TIMER)];
    timer_create: Zero [reads(1, Bytes(SIGEVENT)), has_written(2, Bytes(4))];
    timer_gettime: Zero [has_written(1, TIMER)];
    timer_settime: Zero [reads(2, TIMER), has_written(3, TIMER)];
    clock_settime: Zero [reads(1, TIME)];
    clock_gettime: Zero [has_written(1, TIME)];
    clock_adjtime: NotNegative [reads(1, Bytes(TIMEX)), has_written(1, Bytes(TIMEX))];
    clock_getres: Zero [has_written(1, TIME)];
    clock_nanosleep: Zero [reads(2, TIME)];
    timerfd_settime: Zero [reads(2, TIMER), has_written(3, TIMER)];
    timerfd_gettime: Zero [has_written(1, TIMER)];
    // Processes, users, signals.
    getresuid: Zero [has_written(0, Bytes(4)), has_written(1, Bytes(4)), has_written(2, Bytes(4))];
    getresgid: Zero [has_written(0, Bytes(4)), has_written(1, Bytes(4)), has_written(2, Bytes(4))];
    getgroups: Positive [has_written(1, ResultElementsUpTo(0, 4))];
    setgroups: Zero [reads(1, IntElements(0, 4))];
    acct: Zero [text(0)];
    capget: Zero [reads(0, Bytes(8)), has_written(1, Bytes(12))];
    capset: Zero [reads(0, Bytes(8)), reads(1, Bytes(12))];
    sched_setscheduler: Zero [reads(2, Bytes(4))];
    sched_setparam: Zero [reads(1, Bytes(4))];
    sched_getparam: Zero [has_written(1, Bytes(4))];
    sched_setaffinity: Zero [reads(2, Size(1))];
    sched_getaffinity: Positive [has_written(2, ResultUpTo(1))];
    sched_rr_get_interval: Zero [has_written(1, TIME)];
    wait4: Positive [has_written(1, Bytes(4)), has_written(3, Bytes(RUSAGE))];
    waitid: NotNegative [has_written(2, Bytes(SIGINFO)), has_written(4, Bytes(RUSAGE))];
    waitpid: Positive [has_written(1, Bytes(4))];
    sigpending: Zero [has_written(0, SIGNALS)];
    sigprocmask: Zero [reads(1, SIGNALS), has_written(2, SIGNALS)];
    rt_sigprocmask: Zero [reads(1, Size(3)), has_written(2, Size(3))];
    rt_sigpending: Zero [has_written(0, Size(1))];
    rt_sigtimedwait: Positive [reads(0, Size(3)), reads(2, TIME), has_written(1, Bytes(SIGINFO))];
    rt_tgsigqueueinfo: Zero [reads(3, Bytes(SIGINFO))];
    rt_sigqueueinfo: Zero [reads(2, Bytes(SIGINFO))];
    rt_sigaction: Zero [reads(1, SizeAnd(3, ACTION)), has_written(2, SizeAnd(3, ACTION))];
    sigaltstack: Zero [reads(0, Bytes(STACK)), has_written(1, Bytes(STACK))];
    getrlimit: Zero [has_written(1, Bytes(RLIMIT))];
    old_getrlimit: Zero [has_written(1, Bytes(RLIMIT))];
    setrlimit: Zero [reads(1, Bytes(RLIMIT))];
    prlimit64: Zero [reads(2, Bytes(RLIMIT64)), has_written(3, Bytes(RLIMIT64))];
    getrusage: Zero [has_written(1, Bytes(RUSAGE))];
    get_robust_list: Zero [has_written(1, Word), has_written(2, Word)];
    getcpu: Zero [has_written(0, Bytes(4)), has_written(1, Bytes(4))];
    process_vm_readv: Positive [reads(1, Elements(2, IOVEC)), reads(3, Elements(4, IOVEC)), Vector(Write, 1, 2)];
    process_vm_writev: Positive [reads(1, Elements(2, IOVEC)), reads(3, Elements(4, IOVEC)), Vector(Read, 1, 2)];
    // The machine.
    kexec_load: Zero [reads(2, Elements(1, KEXEC_SEGMENT))];
    init_module: Zero [reads(0, Size(1)), text(2)];
    delete_module: Zero [text(0)];
    sethostname: Zero [reads(0, Int(1))];
    setdomainname: Zero [reads(0, Int(1))];
    newuname: Zero [has_written(0, Bytes(UTSNAME))];
    uname: Zero [has_written(0, Bytes(325))];
    olduname: Zero [has_written(0, Bytes(45))];
    sysinfo: Zero [has_written(0, Bytes(SYSINFO))];
    swapon: Zero [text(0)];
    swapoff: Zero [text(0)];
    add_key: Positive [text(0), text(1), reads(2, Size(3))];
    request_key: Positive [text(0), text(1), text(2)];
    perf_event_open: NotNegative [reads(0, Bytes(64))];
    // Files by name.
    mount: Zero [text(0), text(1), text(2)];
    umount: Zero [text(0)];
    oldumount: Zero [text(0)];
    pivot_root: Zero [text(0), text(1)];
    chroot: Zero [text(0)];
    quotactl: Zero [text(1)];
    truncate: Zero [text(0)];
    stat: Zero [text(0), has_written(1, STATUS)];
    lstat: Zero [text(0), has_written(1, STATUS)];
    fstat: Zero [has_written(1, STATUS)];
    newstat: Zero [text(0), has_written(1, STATUS)];
    newlstat: Zero [text(0), has_written(1, STATUS)];
    newfstat: Zero [has_written(1, STATUS)];
    stat64: Zero [text(0), has_written(1, STATUS64)];
    lstat64: Zero [text(0), has_written(1, STATUS64)];
    fstat64: Zero [has_written(1, STATUS64)];
    newfstatat: Zero [text(1), has_written(2, STATUS)];
    fstatat64: Zero [text(1), has_written(2, STATUS64)];
    statfs: Zero [text(0), has_written(1, Bytes(STATFS))];
    statfs64: Zero [text(0), has_written(2, Size(1))];
    fstatfs: Zero [has_written(1, Bytes(STATFS))];
    fstatfs64: Zero [has_written(2, Size(1))];
    ustat: Zero [has_written(1, Bytes(USTAT))];
    setxattr: Zero [text(0), text(1), reads(2, Size(3))];
    lsetxattr: Zero [text(0), text(1), reads(2, Size(3))];
    fsetxattr: Zero [text(1), reads(2, Size(3))];
    getxattr: Positive [text(0), text(1), has_written(2, ResultUpTo(3))];
    lgetxattr: Positive [text(0), text(1), has_written(2, ResultUpTo(3))];
    fgetxattr: Positive [text(1), has_written(2, ResultUpTo(3))];
    listxattr: Positive [text(0), has_written(1, ResultUpTo(2))];
    llistxattr: Positive [text(0), has_written(1, ResultUpTo(2))];
    flistxattr: Positive [has_written(1, ResultUpTo(2))];
    removexattr: Zero [text(0), text(1)];
    lremovexattr: Zero [text(0), text(1)];
    fremovexattr: Zero [text(1)];
    mknod: Zero [text(0)];
    mknodat: Zero [text(1)];
    link: Zero [text(0), text(1)];
    linkat: Zero [text(1), text(3)];
    symlink: Zero [text(0), text(1)];
    symlinkat: Zero [text(0), text(2)];
    unlink: Zero [text(0)];
    unlinkat: Zero [text(1)];
    rename: Zero [text(0), text(1)];
    renameat: Zero [text(1), text(3)];
    chmod: Zero [text(0)];
    fchmodat: Zero [text(1)];
    chown: Zero [text(0)];
    lchown: Zero [text(0)];
    fchownat: Zero [text(1)];
    chown16: Zero [text(0)];
    lchown16: Zero [text(0)];
    access: Zero [text(0)];
    faccessat: Zero [text(1)];
    utime: Zero [text(0), reads(1, Bytes(16))];
    utimes: Zero [text(0), reads(1, Bytes(32))];
    futimesat: Zero [text(1), reads(2, Bytes(32))];
    utimensat: Zero [text(1), reads(2, Bytes(32))];
    readlink: Positive [text(0), has_written(1, Result)];
    readlinkat: Positive [text(1), has_written(2, Result)];
    creat: NotNegative [text(0)];
    open: NotNegative [text(0)];
    openat: NotNegative [text(1)];
    getcwd: Positive [has_written(0, Result)];
    mkdir: Zero [text(0)];
    mkdirat: Zero [text(1)];
    chdir: Zero [text(0)];
    rmdir: Zero [text(0)];
    lookup_dcookie: Positive [has_written(1, ResultUpTo(2))];
    uselib: Zero [text(0)];
    inotify_add_watch: NotNegative [text(1)];
    fanotify_mark: Zero [text(4)];
    name_to_handle_at: Zero [text(1), reads(2, Bytes(4)), has_written(2, LengthAnd(2, 8)), has_written(3, Bytes(4))];
    open_by_handle_at: NotNegative [reads(1, LengthAnd(1, 8))];
    // Files by descriptor.
    pipe: Zero [has_written(0, Bytes(8))];
    pipe2: Zero [has_written(0, Bytes(8))];
    ioctl: NotNegative [Request(1, 2)];
    read: Positive [writes(1, Size(2))];
    write: Positive [reads(1, Size(2))];
    pread64: Positive [writes(1, Size(2))];
    pwrite64: Positive [reads(1, Size(2))];
    readv: Positive [reads(1, IntElements(2, IOVEC)), Vector(Write, 1, 2)];
    writev: Positive [reads(1, IntElements(2, IOVEC)), Vector(Read, 1, 2)];
    preadv: Positive [reads(1, IntElements(2, IOVEC)), Vector(Write, 1, 2)];
    pwritev: Positive [reads(1, IntElements(2, IOVEC)), Vector(Read, 1, 2)];
    vmsplice: Positive [reads(1, IntElements(2, IOVEC))];
    sendfile: NotNegative [reads(2, Word), has_written(2, Word)];
    sendfile64: NotNegative [reads(2, Bytes(8)), has_written(2, Bytes(8))];
    splice: NotNegative [reads(1, Bytes(8)), reads(3, Bytes(8))];
    llseek: Zero [has_written(3, Bytes(8))];
    getdents: Positive [has_written(1, Result)];
    getdents64: Positive [has_written(1, Result)];
    io_setup: Zero [reads(1, Word), has_written(1, Word)];
    io_getevents: Positive [reads(4, TIME), has_written(3, ResultElements(IO_EVENT))];
    io_submit: NotNegative [reads(2, Elements(1, WORD))];
    io_cancel: Zero [reads(1, Bytes(IOCB)), has_written(2, Bytes(IO_EVENT))];
    poll: NotNegative [reads(0, IntElements(1, POLLFD))];
    ppoll: NotNegative [reads(0, IntElements(1, POLLFD)), reads(2, TIME), reads(3, Size(4))];
    epoll_ctl: Zero [When(Argument(1), &[1, 3], &reads(3, Bytes(EPOLL_EVENT)))];
    epoll_wait: Positive [has_written(1, ResultElements(EPOLL_EVENT))];
    epoll_pwait: Positive [reads(4, Size(5)), has_written(1, ResultElements(EPOLL_EVENT))];
    epoll_pwait2: Positive [reads(3, TIME), reads(4, Size(5)), has_written(1, ResultElements(EPOLL_EVENT))];
    signalfd: NotNegative [reads(1, Size(2))];
    signalfd4: NotNegative [reads(1, Size(2))];
    // Memory.
    mincore: Zero [has_written(2, PagesOf(1))];
    // The network.
    setsockopt: Zero [reads(3, Int(4))];
    getsockopt: Zero [reads(4, Bytes(4)), has_written(3, LengthAnd(4, 0))];
    bind: Zero [reads(1, Int(2))];
    connect: Zero [reads(1, Int(2))];
    getsockname: Zero [reads(2, Bytes(4))];
    getpeername: Zero [reads(2, Bytes(4))];
    send: Positive [reads(1, Size(2))];
    sendto: Positive [reads(1, Size(2)), reads(4, Int(5))];
    sendmsg: Positive [reads(1, Bytes(MSGHDR)), Message(Read, 1)];
    sendmmsg: Positive [reads(1, IntElements(2, MMSGHDR)), Messages(Read, 1)];
    recv: Positive [has_written(1, ResultUpTo(2))];
    recvfrom: Positive [has_written(1, ResultUpTo(2))];
    recvmsg: Positive [reads(1, Bytes(MSGHDR)), Message(Write, 1)];
    recvmmsg: Positive [reads(1, IntElements(2, MMSGHDR)), Messages(Write, 1)];
    socketpair: Zero [has_written(3, Bytes(8))];
    // What processes share.
    msgsnd: Zero [reads(1, SizeAnd(2, WORD))];
    msgrcv: NotNegative [has_written(1, ResultAnd(WORD))];
    semop: Zero [reads(1, Elements(2, SEMBUF))];
    semtimedop: Zero [reads(1, Elements(2, SEMBUF)), reads(3, TIME)];
    mq_open: NotNegative [text(0)];
    mq_unlink: Zero [text(0)];
    mq_timedsend: Zero [reads(1, Size(2)), reads(4, TIME)];
    mq_timedreceive: Positive [reads(4, TIME), has_written(1, Result), has_written(3, Bytes(4))];
    mq_notify: Zero [reads(1, Bytes(SIGEVENT))];
    mq_getsetattr: Zero [reads(1, Bytes(MQ_ATTR)), has_written(2, Bytes(MQ_ATTR))];
    futex: NotNegative [When(Argument(1), &[0, 128, 9, 137], &reads(0, Bytes(4))), When(Argument(1), &[0, 128, 9, 137], &reads(3, TIME))];
    // These touch none, or what nobody knows.
    [
        accept accept4 alarm bdflush brk close dup dup2 dup3 epoll_create epoll_create1 eventfd eventfd2 exit exit_group
        fanotify_init fchdir fchmod fchown fchown16 fcntl fcntl64 fdatasync flock fork fsync ftruncate get_mempolicy
        getegid getegid16 geteuid geteuid16 getgid getgid16 getgroups16 gethostname getpgid getpgrp getpid getppid
        getpriority getresgid16 getresuid16 getsid gettid getuid getuid16 inotify_init inotify_init1 inotify_rm_watch
        io_destroy ioperm ioprio_get ioprio_set ipc keyctl kill listen lseek madvise mbind migrate_pages mlock mlockall
        mmap_pgoff move_pages mprotect mremap msgctl msgget msync munlock munlockall munmap ni_syscall nice old_mmap
        old_readdir old_select pause pciconfig_iobase pciconfig_read pciconfig_write personality pselect6 ptrace reboot
        remap_file_pages restart_syscall sched_get_priority_max sched_get_priority_min sched_getscheduler sched_yield
        select semctl semget set_mempolicy set_robust_list set_tid_address setfsgid setfsgid16 setfsuid setfsuid16
        setgid setgid16 setgroups16 setns setpgid setpriority setregid setregid16 setresgid setresgid16 setresuid
        setresuid16 setreuid setreuid16 setsid setuid setuid16 sgetmask shmat shmctl shmdt shmget shutdown sigaction
        signal socket socketcall spu_create spu_run ssetmask sync syncfs sysctl sysfs syslog tee tgkill timer_delete
        timer_getoverrun timerfd_create tkill umask unshare vfork vhangup
    ]
}
