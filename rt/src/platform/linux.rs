//! Linux: memory, output and process by direct system calls. They touch neither `errno` nor anything that
//! the program may have replaced, and they work before the C library is set up.

use super::{PAGE, syscall};
use core::ffi::c_int;
use core::sync::atomic::AtomicU32;

fn succeeded(result: isize) -> Result<usize, i32> {
    if (-4095..0).contains(&result) {
        Err(-result as i32)
    } else {
        Ok(result as usize)
    }
}

/// Maps `length` bytes of zeroed private memory at any place, `hint` where it is free. The error is an errno.
pub fn map(hint: usize, length: usize) -> Result<usize, i32> {
    map_with(
        hint,
        length,
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_NORESERVE,
    )
}

/// Maps exactly `[address, address + length)`; fails with `EEXIST` where something is mapped there.
pub fn map_exactly(address: usize, length: usize, protection: c_int) -> Result<(), i32> {
    let flags = libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    let got = map_with(address, length, protection, flags)?;
    if got == address {
        return Ok(());
    }
    // A kernel older than 4.17 takes the address as a hint.
    unmap(got, length);
    Err(libc::EEXIST)
}

fn map_with(address: usize, length: usize, protection: c_int, flags: c_int) -> Result<usize, i32> {
    let flags = flags | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    let arguments = [
        address,
        length,
        protection as usize,
        flags as usize,
        usize::MAX,
        0,
    ];
    // SAFETY: a fresh mapping; without MAP_FIXED the kernel never replaces an existing one.
    succeeded(unsafe { syscall(libc::SYS_mmap, arguments) })
}

/// Maps a whole file for reading; its bytes live as long as the process.
pub fn map_file(path: &core::ffi::CStr) -> Option<&'static [u8]> {
    let open = [
        path.as_ptr() as usize,
        (libc::O_RDONLY | libc::O_CLOEXEC) as usize,
        0,
        0,
        0,
        0,
    ];
    // SAFETY: the path ends with NUL.
    let file = succeeded(unsafe { syscall(libc::SYS_open, open) }).ok()?;
    // SAFETY: lseek reads no memory.
    let length = unsafe { syscall(libc::SYS_lseek, [file, 0, libc::SEEK_END as usize, 0, 0, 0]) };
    let bytes = succeeded(length)
        .ok()
        .filter(|length| *length > 0)
        .and_then(|length| {
            let arguments = [
                0,
                length,
                libc::PROT_READ as usize,
                libc::MAP_PRIVATE as usize,
                file,
                0,
            ];
            // SAFETY: a fresh mapping of `length` bytes, never unmapped, so the slice stays valid.
            unsafe {
                let start = succeeded(syscall(libc::SYS_mmap, arguments)).ok()?;
                Some(core::slice::from_raw_parts(start as *const u8, length))
            }
        });
    close(file);
    bytes
}

/// Reads the beginning of a file into `buffer`; returns how many bytes there were (at most its length).
pub fn read_file(path: &core::ffi::CStr, buffer: &mut [u8]) -> usize {
    let open = [
        path.as_ptr() as usize,
        (libc::O_RDONLY | libc::O_CLOEXEC) as usize,
        0,
        0,
        0,
        0,
    ];
    // SAFETY: the path ends with NUL.
    let Ok(file) = succeeded(unsafe { syscall(libc::SYS_open, open) }) else {
        return 0;
    };
    let mut length = 0;
    while length < buffer.len() {
        let rest = &mut buffer[length..];
        let arguments = [file, rest.as_mut_ptr() as usize, rest.len(), 0, 0, 0];
        // SAFETY: the kernel writes at most `rest.len()` bytes into `rest`.
        match succeeded(unsafe { syscall(libc::SYS_read, arguments) }) {
            Ok(0) | Err(_) => break,
            Ok(n) => length += n,
        }
    }
    close(file);
    length
}

/// Creates (or empties) a file for writing; the descriptor.
pub fn create_file(path: &core::ffi::CStr) -> Result<usize, i32> {
    let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC | libc::O_CLOEXEC;
    let arguments = [path.as_ptr() as usize, flags as usize, 0o660, 0, 0, 0];
    // SAFETY: the path ends with NUL.
    succeeded(unsafe { syscall(libc::SYS_open, arguments) })
}

fn close(file: usize) {
    // SAFETY: the descriptor was opened here.
    unsafe { syscall(libc::SYS_close, [file, 0, 0, 0, 0, 0]) };
}

/// Unmaps whole pages that the runtime mapped.
pub fn unmap(address: usize, length: usize) {
    // SAFETY: callers hand in their own mappings only.
    unsafe { syscall(libc::SYS_munmap, [address, length, 0, 0, 0, 0]) };
}

/// Makes whole pages of the runtime inaccessible and gives their memory back.
pub fn seal(address: usize, length: usize) {
    release(address, length);
    // SAFETY: callers hand in their own mappings only.
    unsafe {
        syscall(
            libc::SYS_mprotect,
            [address, length, libc::PROT_NONE as usize, 0, 0, 0],
        )
    };
}

/// Gives the memory of whole pages back; they read as zero afterwards.
pub fn release(address: usize, length: usize) {
    advise(address, length, libc::MADV_DONTNEED);
}

/// `madvise`; advice that the kernel does not take is not an error.
pub fn advise(address: usize, length: usize, advice: c_int) {
    // SAFETY: callers hand in their own mappings only.
    unsafe {
        syscall(
            libc::SYS_madvise,
            [address, length, advice as usize, 0, 0, 0],
        )
    };
}

/// Whether all pages of `[address, address + length)` are mapped (they may still be inaccessible).
pub fn is_mapped(address: usize, length: usize) -> bool {
    let start = address & !(PAGE - 1);
    let mut pages = (address + length - start).div_ceil(PAGE);
    let mut at = start;
    while pages > 0 {
        let mut residency = [0u8; 64];
        let count = pages.min(residency.len());
        let arguments = [at, count * PAGE, residency.as_mut_ptr() as usize, 0, 0, 0];
        // SAFETY: the kernel writes one byte per page, at most 64.
        if unsafe { syscall(libc::SYS_mincore, arguments) } < 0 {
            return false;
        }
        at += count * PAGE;
        pages -= count;
    }
    true
}

/// Reads one word that may not be accessible, through the kernel.
pub fn read_word(address: usize) -> Option<usize> {
    let mut word = 0usize;
    let local = libc::iovec {
        iov_base: (&raw mut word).cast(),
        iov_len: 8,
    };
    let remote = libc::iovec {
        iov_base: address as *mut _,
        iov_len: 8,
    };
    let arguments = [
        process_id() as usize,
        &raw const local as usize,
        1,
        &raw const remote as usize,
        1,
        0,
    ];
    // SAFETY: the kernel checks the remote address and writes 8 bytes into `word`.
    match unsafe { syscall(libc::SYS_process_vm_readv, arguments) } {
        8 => Some(word),
        // Some sandboxes forbid the call for oneself too; then only mapped pages are tried.
        _ if address.is_multiple_of(8) && is_mapped(address, 8) && is_own_stack(address) => {
            // SAFETY: mapped and part of the running stack, hence readable.
            Some(unsafe { *(address as *const usize) })
        }
        _ => None,
    }
}

fn is_own_stack(address: usize) -> bool {
    crate::thread::current()
        .stack()
        .is_some_and(|stack| stack.contains(&address))
}

/// Writes all bytes to a file descriptor, as far as it takes them.
pub fn write(file: usize, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        let arguments = [file, bytes.as_ptr() as usize, bytes.len(), 0, 0, 0];
        // SAFETY: the kernel reads `bytes`.
        match succeeded(unsafe { syscall(libc::SYS_write, arguments) }) {
            Ok(0) => return,
            Ok(n) => bytes = &bytes[n.min(bytes.len())..],
            Err(libc::EINTR) => {}
            Err(_) => return,
        }
    }
}

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

/// Process id.
pub fn process_id() -> u32 {
    // SAFETY: no arguments.
    unsafe { syscall(libc::SYS_getpid, [0; 6]) as u32 }
}

/// Thread id of the kernel.
pub fn kernel_thread_id() -> u32 {
    // SAFETY: no arguments.
    unsafe { syscall(libc::SYS_gettid, [0; 6]) as u32 }
}

/// The soft limit of a resource (`libc::RLIMIT_*`), `None` when unlimited or unknown.
pub fn limit_of(resource: libc::__rlimit_resource_t) -> Option<usize> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    let arguments = [0, resource as usize, 0, &raw mut limit as usize, 0, 0];
    // SAFETY: the kernel writes one `rlimit`.
    let result = unsafe { syscall(libc::SYS_prlimit64, arguments) };
    (result == 0 && limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur as usize)
}

/// Ends the process at once.
pub fn exit(code: i32) -> ! {
    loop {
        // SAFETY: does not return.
        unsafe { syscall(libc::SYS_exit_group, [code as usize, 0, 0, 0, 0, 0]) };
    }
}

/// Ends the process with `SIGABRT`, whatever handler the program has.
pub fn abort() -> ! {
    set_signal_action(libc::SIGABRT, &SignalAction::default());
    let set = 1u64 << (libc::SIGABRT - 1);
    let arguments = [
        libc::SIG_UNBLOCK as usize,
        &raw const set as usize,
        0,
        8,
        0,
        0,
    ];
    // SAFETY: reads one 8-byte signal set; then signals this thread.
    unsafe {
        syscall(libc::SYS_rt_sigprocmask, arguments);
        let target = [
            process_id() as usize,
            kernel_thread_id() as usize,
            libc::SIGABRT as usize,
            0,
            0,
            0,
        ];
        syscall(libc::SYS_tgkill, target);
    }
    exit(134)
}

/// The kernel's form of a signal action; the default is the default action.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct SignalAction {
    /// Function, or 0 (default) or 1 (ignore).
    pub handler: usize,
    /// `SA_*`.
    pub flags: u64,
    /// Where the handler returns to.
    pub restorer: usize,
    /// Signals blocked meanwhile.
    pub mask: u64,
}

/// Bit of [`SignalAction::flags`] that the kernel wants with a restorer.
pub const SA_RESTORER: u64 = 0x0400_0000;

/// Sets what a signal does; returns what it did before.
pub fn set_signal_action(signal: c_int, action: &SignalAction) -> SignalAction {
    let mut old = SignalAction::default();
    let arguments = [
        signal as usize,
        action as *const _ as usize,
        &raw mut old as usize,
        8,
        0,
        0,
    ];
    // SAFETY: the kernel reads one action and writes one.
    unsafe { syscall(libc::SYS_rt_sigaction, arguments) };
    old
}

/// What a signal does now.
pub fn signal_action(signal: c_int) -> SignalAction {
    let mut old = SignalAction::default();
    // SAFETY: the kernel writes one action.
    unsafe {
        syscall(
            libc::SYS_rt_sigaction,
            [signal as usize, 0, &raw mut old as usize, 8, 0, 0],
        )
    };
    old
}

/// Where a signal handler's `siginfo` and context point.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The address that could not be accessed; `None` for a non-canonical one, which the processor withholds,
    /// and for a signal that was sent.
    pub address: Option<usize>,
    /// Whether the access was a write; `None` if the processor does not say.
    pub is_write: Option<bool>,
    /// Whether the signal was sent by `kill`, `raise` and the like, so that there is no address.
    pub is_sent: bool,
    /// Registers at the fault.
    pub registers: super::Registers,
}

/// Reads a fault out of a `SIGSEGV`/`SIGBUS` handler's arguments.
///
/// # Safety
/// The arguments must be those that the kernel handed to an `SA_SIGINFO` handler.
pub unsafe fn fault(info: *const libc::siginfo_t, context: *const libc::ucontext_t) -> Fault {
    // SAFETY: see above.
    let (registers, address, code) = unsafe {
        (
            &(*context).uc_mcontext.gregs,
            (*info).si_addr(),
            (*info).si_code,
        )
    };
    let get = |register: c_int| registers[register as usize] as usize;
    const PAGE_FAULT: usize = 14;
    const WRITE_BIT: usize = 2;
    const SI_KERNEL: c_int = 0x80;
    let paging = get(libc::REG_TRAPNO) == PAGE_FAULT;
    Fault {
        address: (code > 0 && code != SI_KERNEL).then_some(address as usize),
        is_sent: code <= 0,
        is_write: paging.then_some(get(libc::REG_ERR) & WRITE_BIT != 0),
        registers: super::Registers {
            rbx: get(libc::REG_RBX),
            rbp: get(libc::REG_RBP),
            r12: get(libc::REG_R12),
            r13: get(libc::REG_R13),
            r14: get(libc::REG_R14),
            r15: get(libc::REG_R15),
            sp: get(libc::REG_RSP),
            pc: get(libc::REG_RIP),
        },
    }
}

/// Gives the calling thread a stack for signal handlers, unless it has one. Returns the mapping to unmap.
pub fn install_signal_stack(length: usize) -> Option<usize> {
    let mut old = libc::stack_t {
        ss_sp: core::ptr::null_mut(),
        ss_flags: 0,
        ss_size: 0,
    };
    // SAFETY: the kernel writes one `stack_t`.
    let result = unsafe {
        syscall(
            libc::SYS_sigaltstack,
            [0, &raw mut old as usize, 0, 0, 0, 0],
        )
    };
    if result != 0 || old.ss_flags & libc::SS_DISABLE == 0 {
        return None;
    }
    let base = map(0, length).ok()?;
    let new = libc::stack_t {
        ss_sp: base as *mut _,
        ss_flags: 0,
        ss_size: length,
    };
    // SAFETY: the mapping stays until `remove_signal_stack`.
    unsafe {
        syscall(
            libc::SYS_sigaltstack,
            [&raw const new as usize, 0, 0, 0, 0, 0],
        )
    };
    Some(base)
}

/// Takes back what [`install_signal_stack`] gave, if the thread still uses it.
pub fn remove_signal_stack(base: usize, length: usize) {
    let mut old = libc::stack_t {
        ss_sp: core::ptr::null_mut(),
        ss_flags: 0,
        ss_size: 0,
    };
    // SAFETY: the kernel writes one `stack_t`.
    unsafe {
        syscall(
            libc::SYS_sigaltstack,
            [0, &raw mut old as usize, 0, 0, 0, 0],
        )
    };
    if old.ss_sp as usize == base && old.ss_flags & libc::SS_ONSTACK == 0 {
        let none = libc::stack_t {
            ss_sp: core::ptr::null_mut(),
            ss_flags: libc::SS_DISABLE,
            ss_size: 0,
        };
        // SAFETY: disables the stack before its memory goes.
        unsafe {
            syscall(
                libc::SYS_sigaltstack,
                [&raw const none as usize, 0, 0, 0, 0, 0],
            )
        };
        unmap(base, length);
    }
}

/// The bounds of the calling thread's signal stack while it runs on it.
pub fn running_signal_stack() -> Option<core::ops::Range<usize>> {
    let mut old = libc::stack_t {
        ss_sp: core::ptr::null_mut(),
        ss_flags: 0,
        ss_size: 0,
    };
    // SAFETY: the kernel writes one `stack_t`.
    unsafe {
        syscall(
            libc::SYS_sigaltstack,
            [0, &raw mut old as usize, 0, 0, 0, 0],
        )
    };
    let base = old.ss_sp as usize;
    (old.ss_flags & libc::SS_ONSTACK != 0).then(|| base..base + old.ss_size)
}

/// The pages around `address` as the kernel maps them, found in `/proc/self/maps`.
pub fn mapping_of(address: usize) -> Option<core::ops::Range<usize>> {
    let open = [
        c"/proc/self/maps".as_ptr() as usize,
        (libc::O_RDONLY | libc::O_CLOEXEC) as usize,
        0,
        0,
        0,
        0,
    ];
    // SAFETY: the path ends with NUL.
    let file = succeeded(unsafe { syscall(libc::SYS_open, open) }).ok()?;
    let mut found = None;
    let mut line = MapsLine::default();
    let mut buffer = [0u8; 1024];
    'file: loop {
        // SAFETY: the kernel writes at most the buffer's length.
        let read = unsafe {
            syscall(
                libc::SYS_read,
                [file, buffer.as_mut_ptr() as usize, buffer.len(), 0, 0, 0],
            )
        };
        let Some(bytes) = succeeded(read)
            .ok()
            .filter(|n| *n > 0)
            .map(|n| &buffer[..n])
        else {
            break;
        };
        for byte in bytes {
            if let Some(range) = line.push(*byte)
                && range.contains(&address)
            {
                found = Some(range);
                break 'file;
            }
        }
    }
    close(file);
    found
}

/// Reads `start-end` in hexadecimal from the beginning of each line.
#[derive(Default)]
struct MapsLine {
    bounds: [usize; 2],
    field: usize,
}

impl MapsLine {
    fn push(&mut self, byte: u8) -> Option<core::ops::Range<usize>> {
        match byte {
            b'\n' => *self = MapsLine::default(),
            b'-' if self.field == 0 => self.field = 1,
            b' ' if self.field == 1 => {
                self.field = 2;
                return Some(self.bounds[0]..self.bounds[1]);
            }
            digit if self.field < 2 => {
                let value = (digit as char).to_digit(16)? as usize;
                self.bounds[self.field] = self.bounds[self.field] << 4 | value;
            }
            _ => {}
        }
        None
    }
}

/// What a symbolic link points to; the link's own path if that cannot be read.
pub fn read_link<'a>(path: &'a core::ffi::CStr, buffer: &'a mut [u8]) -> &'a [u8] {
    let arguments = [
        path.as_ptr() as usize,
        buffer.as_mut_ptr() as usize,
        buffer.len(),
        0,
        0,
        0,
    ];
    // SAFETY: the kernel writes at most the buffer's length.
    match succeeded(unsafe { syscall(libc::SYS_readlink, arguments) }) {
        Ok(length) => &buffer[..length],
        Err(_) => path.to_bytes(),
    }
}

/// Sleeps until a signal comes.
pub fn pause() {
    // SAFETY: no arguments.
    unsafe { syscall(libc::SYS_pause, [0; 6]) };
}

/// Blocks more signals (bit `n - 1` is signal `n`) in this thread; returns those that were blocked before.
pub fn block_signals(mask: u64) -> u64 {
    change_blocked_signals(libc::SIG_BLOCK, mask)
}

/// Sets which signals this thread blocks.
pub fn set_blocked_signals(mask: u64) {
    change_blocked_signals(libc::SIG_SETMASK, mask);
}

fn change_blocked_signals(how: c_int, mask: u64) -> u64 {
    let mut before = 0u64;
    let arguments = [
        how as usize,
        &raw const mask as usize,
        &raw mut before as usize,
        8,
        0,
        0,
    ];
    // SAFETY: the kernel reads one 8-byte signal set and writes one.
    unsafe { syscall(libc::SYS_rt_sigprocmask, arguments) };
    before
}
