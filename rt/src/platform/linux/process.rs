//! This process and its threads: names, limits, waiting, the end.

use super::super::{raw_syscall, thread_pointer, trap};
use super::action::SignalAction;
use super::calls;
use super::memory::read_word;
use super::seccomp::syscall;
use super::signals::{set_signal_action, unblock_signal};
use super::succeeded;
use core::ffi::{c_int, c_long, c_void};
use core::sync::atomic::{AtomicU32, Ordering};

/// Sleeps while `word` holds `value` (or until woken for another reason).
pub fn wait(word: &AtomicU32, value: u32) {
    let operation = (libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG) as usize;
    // SAFETY: the word outlives the call.
    unsafe {
        syscall(
            libc::SYS_futex,
            [word.as_ptr() as usize, operation, value as usize, 0, 0, 0],
        )
    };
}

/// As [`wait`], for at most so many milliseconds.
pub fn wait_at_most(word: &AtomicU32, value: u32, milliseconds: u32) {
    let time = duration(milliseconds);
    let arguments = [
        word.as_ptr() as usize,
        (libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG) as usize,
        value as usize,
        &raw const time as usize,
        0,
        0,
    ];
    // SAFETY: the word and the time outlive the call.
    unsafe { syscall(libc::SYS_futex, arguments) };
}

/// Sleeps so many milliseconds; 0 lets others run first.
pub fn sleep_milliseconds(milliseconds: u32) {
    let time = duration(milliseconds);
    // SAFETY: reads one `timespec`.
    unsafe {
        syscall(
            libc::SYS_nanosleep,
            [&raw const time as usize, 0, 0, 0, 0, 0],
        )
    };
}

pub(super) fn duration(milliseconds: u32) -> libc::timespec {
    libc::timespec {
        tv_sec: (milliseconds / 1000) as libc::time_t,
        tv_nsec: (milliseconds % 1000 * 1_000_000) as libc::c_long,
    }
}

/// Wakes one thread that waits for `word`.
pub fn wake(word: &AtomicU32) {
    let operation = (libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG) as usize;
    // SAFETY: only the address is used.
    unsafe {
        syscall(
            libc::SYS_futex,
            [word.as_ptr() as usize, operation, 1, 0, 0, 0],
        )
    };
}

/// Wakes all threads that wait for `word`.
pub fn wake_all(word: &AtomicU32) {
    let operation = (libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG) as usize;
    let everybody = i32::MAX as usize;
    // SAFETY: only the address is used.
    unsafe {
        syscall(
            libc::SYS_futex,
            [word.as_ptr() as usize, operation, everybody, 0, 0, 0],
        )
    };
}

/// Process id; in a sandbox that keeps it secret, what it was before.
pub fn process_id() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    // SAFETY: no arguments.
    match succeeded(unsafe { syscall(libc::SYS_getpid, [0; 6]) }) {
        Ok(id) => {
            LAST.store(id as u32, Ordering::Relaxed);
            id as u32
        }
        Err(_) => LAST.load(Ordering::Relaxed),
    }
}

/// Thread id of the kernel; in a sandbox that keeps it secret, another number that no other thread has.
pub fn kernel_thread_id() -> u32 {
    // SAFETY: no arguments.
    let id = succeeded(unsafe { syscall(libc::SYS_gettid, [0; 6]) });
    id.unwrap_or_else(|_| thread_pointer() >> 6) as u32
}

/// Whether a system call, by its number and its first argument, copies the process with its memory.
pub fn copies_memory(number: usize, first: usize) -> bool {
    let flags = match number as c_long {
        number if Some(number) == calls::FORK => 0,
        libc::SYS_clone => first,
        // The first word of a description.
        libc::SYS_clone3 => match read_word(first) {
            Some(flags) => flags,
            None => return false,
        },
        _ => return false,
    };
    flags & libc::CLONE_VM as usize == 0
}

/// Whether a thread, of whichever process, has not ended; also where that cannot be known.
pub fn thread_exists(kernel_id: u32) -> bool {
    // SAFETY: numbers only; no signal is sent.
    let result = unsafe { syscall(libc::SYS_tkill, [kernel_id as usize, 0, 0, 0, 0, 0]) };
    result != -(libc::ESRCH as isize)
}

/// Pages of memory that the process uses; 0 where that cannot be read.
pub fn resident_pages() -> usize {
    let mut buffer = [0; 128];
    let length = super::files::read_file(c"/proc/self/statm", &mut buffer);
    let text = core::str::from_utf8(&buffer[..length]).unwrap_or_default();
    let pages = text.split(' ').nth(1);
    pages.and_then(|pages| pages.parse().ok()).unwrap_or(0)
}

/// Milliseconds of a clock that only goes forward, a few behind.
pub fn milliseconds() -> usize {
    // SAFETY: any bits are a time.
    let mut time: libc::timespec = unsafe { core::mem::zeroed() };
    // SAFETY: the C library writes one time, without a system call.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_COARSE, &mut time) };
    time.tv_sec as usize * 1000 + time.tv_nsec as usize / 1_000_000
}

/// Whether the program runs with rights that whoever started it has not, so that its environment is not to be trusted.
pub fn has_more_rights_than_caller() -> bool {
    // SAFETY: looks up a number that the kernel has handed to the process.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// Ends the process at once.
pub fn exit(code: i32) -> ! {
    let arguments = [code as usize, 0, 0, 0, 0, 0];
    loop {
        // SAFETY: do not return. A process that has given that up may still end its thread; one that may not is ended.
        unsafe {
            syscall(libc::SYS_exit_group, arguments);
            syscall(libc::SYS_exit, arguments);
            raw_syscall(libc::SYS_exit_group, arguments);
        }
        // A handler has answered all of them.
        trap();
    }
}

/// Ends the process with `SIGABRT`. As with the C library's `abort`, a handler of that signal has its turn first, and may leave.
pub fn abort() -> ! {
    unblock_signal(libc::SIGABRT);
    send_to_self(libc::SIGABRT);
    // It was ignored, or its handler has returned.
    set_signal_action(libc::SIGABRT, &SignalAction::default());
    unblock_signal(libc::SIGABRT);
    send_to_self(libc::SIGABRT);
    exit(134)
}

/// Sleeps for so many seconds, 0 for not at all.
pub fn sleep(seconds: usize) {
    let time = [seconds, 0];
    if seconds != 0 {
        // SAFETY: the kernel reads two words.
        unsafe { syscall(libc::SYS_nanosleep, [time.as_ptr() as usize, 0, 0, 0, 0, 0]) };
    }
}

/// Sends a signal to the calling thread.
pub fn send_to_self(signal: i32) {
    let target = [
        process_id() as usize,
        kernel_thread_id() as usize,
        signal as usize,
        0,
        0,
        0,
    ];
    // SAFETY: numbers only.
    unsafe { syscall(libc::SYS_tgkill, target) };
}

/// Sleeps until a signal comes.
pub fn pause() {
    let (number, arguments) = calls::pause_call();
    // SAFETY: no arguments.
    unsafe { syscall(number, arguments) };
}

/// The process whose memory this is.
static OWNER: AtomicU32 = AtomicU32::new(0);

/// The memory is this process's from now on.
pub fn own_memory() {
    OWNER.store(process_id(), Ordering::Relaxed);
}

/// Whether it is, and this is not a child of `vfork` that only has the memory for a while.
pub fn is_own_memory() -> bool {
    OWNER.load(Ordering::Relaxed) == process_id()
}

/// Has the C library call `function` when the program exits, before what is registered by now.
pub fn call_at_exit(function: extern "C" fn(*mut c_void)) {
    unsafe extern "C" {
        fn __cxa_atexit(
            function: extern "C" fn(*mut c_void),
            argument: *mut c_void,
            library: *mut c_void,
        ) -> c_int;
    }
    // SAFETY: a function of the type that the C library calls; the runtime is never unloaded.
    unsafe { __cxa_atexit(function, core::ptr::null_mut(), core::ptr::null_mut()) };
}
