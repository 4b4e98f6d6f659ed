//! Bytes of what the C library and the kernel share with programs, and where its members stand, on each processor.
//!
//! Rows are compiled for the runtime's own processor: there alone it matters what they say of memory. `tests/targets` compares the table with the
//! headers of each target.

/// The processors, in the order of the columns.
pub const PROCESSORS: [&str; 4] = ["x86_64", "aarch64", "riscv64", "arm"];

/// A structure, or the offset of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The expression of C that has this value, after `_GNU_SOURCE`.
    pub expression: &'static str,
    /// Its value on each of the [`PROCESSORS`].
    pub bytes: [u32; 4],
    /// Whether it is one with times of 64 bits everywhere (`_TIME_BITS`).
    pub has_wide_time: bool,
}

/// What this is compiled for, of the [`PROCESSORS`].
const PROCESSOR: usize = if cfg!(target_arch = "x86_64") {
    0
} else if cfg!(target_arch = "aarch64") {
    1
} else if cfg!(target_pointer_width = "64") {
    2
} else {
    3
};

/// The value of the processor that this is compiled for.
pub const fn here(values: [u32; 4]) -> u32 {
    values[PROCESSOR]
}

/// Bytes of a pointer, a `size_t` and a `long`.
pub const WORD: u32 = size_of::<usize>() as u32;

macro_rules! measures {
    (sizes { $($size:ident $type:literal: $($of_size:literal)*;)* }
     offsets { $($offset:ident $structure:literal $member:literal: $($of_offset:literal)*;)* }
     sizes with wide times { $($wide:ident $wide_type:literal: $($of_wide:literal)*;)* }) => {
        $(#[doc = concat!("Bytes of a `", $type, "`.")] pub const $size: u32 = here([$($of_size),*]);)*
        $(#[doc = concat!("Bytes of a `", $structure, "` before its `", $member, "`.")]
          pub const $offset: u8 = here([$($of_offset),*]) as u8;)*
        $(#[doc = concat!("Bytes of a `", $wide_type, "` with a time of 64 bits.")]
          pub const $wide: u32 = here([$($of_wide),*]);)*

        /// All of them.
        pub const MEASURES: &[Measure] = &[
            $(measure(concat!("sizeof(", $type, ")"), [$($of_size),*], false),)*
            $(measure(concat!("offsetof(", $structure, ", ", $member, ")"), [$($of_offset),*], false),)*
            $(measure(concat!("sizeof(", $wide_type, ")"), [$($of_wide),*], true),)*
        ];
    };
}

const fn measure(expression: &'static str, bytes: [u32; 4], has_wide_time: bool) -> Measure {
    Measure {
        expression,
        bytes,
        has_wide_time,
    }
}

measures! {
    sizes {
        ADDRINFO "struct addrinfo": 48 48 48 32;
        EPOLL_EVENT "struct epoll_event": 12 16 16 16;
        FPOS "fpos_t": 16 16 16 12;
        FPOS64 "fpos64_t": 16 16 16 16;
        GLOB "glob_t": 72 72 72 36;
        GLOB64 "glob64_t": 72 72 72 36;
        GROUP "struct group": 32 32 32 16;
        HOSTENT "struct hostent": 32 32 32 20;
        IOCB "struct iocb": 64 64 64 64;
        IOVEC "struct iovec": 16 16 16 8;
        IO_EVENT "struct io_event": 32 32 32 32;
        ITIMERSPEC "struct itimerspec": 32 32 32 16;
        ITIMERVAL "struct itimerval": 32 32 32 16;
        KEXEC_SEGMENT "struct kexec_segment": 32 32 32 16;
        LONG_DOUBLE "long double": 16 16 16 8;
        MMSGHDR "struct mmsghdr": 64 64 64 32;
        MNTENT "struct mntent": 40 40 40 24;
        MQ_ATTR "struct mq_attr": 64 64 64 32;
        MSGHDR "struct msghdr": 56 56 56 28;
        MSGINFO "struct msginfo": 32 32 32 32;
        MSQID "struct msqid_ds": 120 120 120 88;
        PASSWD "struct passwd": 48 48 48 28;
        POLLFD "struct pollfd": 8 8 8 8;
        PROTOENT "struct protoent": 24 24 24 12;
        REGEX "regex_t": 64 64 64 32;
        REGMATCH "regmatch_t": 8 8 8 8;
        RLIMIT "struct rlimit": 16 16 16 8;
        RLIMIT64 "struct rlimit64": 16 16 16 16;
        RUSAGE "struct rusage": 144 144 144 72;
        SEMBUF "struct sembuf": 6 6 6 6;
        SEMID "struct semid_ds": 104 88 88 64;
        SEMINFO "struct seminfo": 40 40 40 40;
        SHMID "struct shmid_ds": 112 112 112 84;
        SHMINFO "struct shminfo": 72 72 72 36;
        SHM_INFO "struct shm_info": 48 48 48 24;
        SIGACTION "struct sigaction": 152 152 152 140;
        SIGEVENT "struct sigevent": 64 64 64 64;
        SIGINFO "siginfo_t": 128 128 128 128;
        SIGSET "sigset_t": 128 128 128 128;
        STACK "stack_t": 24 24 24 12;
        STAT "struct stat": 144 128 128 88;
        STAT64 "struct stat64": 144 128 128 104;
        STATFS "struct statfs": 120 120 120 64;
        STATFS64 "struct statfs64": 120 120 120 88;
        STATVFS "struct statvfs": 112 112 112 72;
        STATVFS64 "struct statvfs64": 112 112 112 96;
        STATX "struct statx": 256 256 256 256;
        SYSINFO "struct sysinfo": 112 112 112 64;
        TERMIOS "struct termios": 60 60 60 60;
        TIMEB "struct timeb": 16 16 16 12;
        TIMESPEC "struct timespec": 16 16 16 8;
        TIMEVAL "struct timeval": 16 16 16 8;
        TIMEX "struct timex": 208 208 208 128;
        TIMEZONE "struct timezone": 8 8 8 8;
        TIME "time_t": 8 8 8 4;
        TM "struct tm": 56 56 56 44;
        TMS "struct tms": 32 32 32 16;
        UTIMBUF "struct utimbuf": 16 16 16 8;
        UTMP "struct utmp": 384 400 384 384;
        UTSNAME "struct utsname": 390 390 390 390;
        WORDEXP "wordexp_t": 24 24 24 12;
    }
    offsets {
        DIRENT_LENGTH "struct dirent" "d_reclen": 16 16 16 8;
        DIRENT64_LENGTH "struct dirent64" "d_reclen": 16 16 16 16;
        GROUP_MEMBERS "struct group" "gr_mem": 24 24 24 12;
        GROUP_PASSWORD "struct group" "gr_passwd": 8 8 8 4;
        HOST_ADDRESSES "struct hostent" "h_addr_list": 24 24 24 16;
        HOST_ALIASES "struct hostent" "h_aliases": 8 8 8 4;
        HOST_LENGTH "struct hostent" "h_length": 20 20 20 12;
        IOVEC_LENGTH "struct iovec" "iov_len": 8 8 8 4;
        MOUNT_FOLDER "struct mntent" "mnt_dir": 8 8 8 4;
        MOUNT_OPTIONS "struct mntent" "mnt_opts": 24 24 24 12;
        MOUNT_TYPE "struct mntent" "mnt_type": 16 16 16 8;
        PASSWD_FOLDER "struct passwd" "pw_dir": 32 32 32 20;
        PASSWD_PASSWORD "struct passwd" "pw_passwd": 8 8 8 4;
        PASSWD_SHELL "struct passwd" "pw_shell": 40 40 40 24;
        PASSWD_WORDS "struct passwd" "pw_gecos": 24 24 24 16;
        PROTOCOL_ALIASES "struct protoent" "p_aliases": 8 8 8 4;
    }
    sizes with wide times {
        WIDE_ITIMERSPEC "struct itimerspec": 32 32 32 32;
        WIDE_ITIMERVAL "struct itimerval": 32 32 32 32;
        WIDE_MSQID "struct msqid_ds": 120 120 120 96;
        WIDE_RUSAGE "struct rusage": 144 144 144 88;
        WIDE_SEMID "struct semid_ds": 104 88 88 72;
        WIDE_SHMID "struct shmid_ds": 112 112 112 88;
        WIDE_STAT "struct stat": 144 128 128 112;
        WIDE_TIMESPEC "struct timespec": 16 16 16 16;
        WIDE_TIMEVAL "struct timeval": 16 16 16 16;
        WIDE_TIME "time_t": 8 8 8 8;
    }
}
