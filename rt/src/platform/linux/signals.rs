//! Signals: their actions, what a handler is told about a fault, and the stacks that handlers run on.

use super::super::{Registers, SHADOW_OFFSET, address_end};
use super::action::SignalAction;
use super::memory::{map, unmap};
use super::seccomp::syscall;
use super::succeeded;
use super::{
    NAMED_REGISTERS, checked_address_in, is_write_in, named_registers_in, registers_in,
    withheld_addresses_in,
};
use core::ffi::c_int;

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
    /// Addresses that the instruction may have accessed, where the processor withholds the one.
    pub withheld: [Option<usize>; 2],
    /// Whether the access was a write; `None` if the processor does not say.
    pub is_write: Option<bool>,
    /// Whether the signal was sent by `kill`, `raise` and the like, so that there is no address.
    pub is_sent: bool,
    /// `si_code`: what the processor says of it.
    pub code: c_int,
    /// Registers at the fault, as far as unwinding needs them.
    pub registers: Registers,
    /// All of them with their names, in the order of the sanitizers.
    pub general: [(&'static str, usize); NAMED_REGISTERS],
}

/// Whether a fault's address is none, or one from which on it is little to the shadow.
fn is_beside_shadow(address: Option<usize>) -> bool {
    const LITTLE: usize = 1 << 24;
    address.is_none_or(|address| (SHADOW_OFFSET - LITTLE..SHADOW_OFFSET).contains(&address))
}

/// Reads a fault out of a `SIGSEGV`/`SIGBUS` handler's arguments.
///
/// # Safety
/// The arguments must be those that the kernel handed to an `SA_SIGINFO` handler.
pub unsafe fn fault(info: *const libc::siginfo_t, context: *const libc::ucontext_t) -> Fault {
    // SAFETY: see above.
    let (context, address, code) = unsafe { (&*context, (*info).si_addr(), (*info).si_code) };
    const SI_KERNEL: c_int = 0x80;
    let address = (code > 0 && code != SI_KERNEL).then_some(address as usize);
    let may_be_shadow = code > 0 && is_beside_shadow(address);
    let meant = may_be_shadow.then(|| checked_address_in(context)).flatten();
    let is_write = is_write_in(context).filter(|_| meant.is_none());
    Fault {
        address: match meant {
            Some(meant) => Some(meant).filter(|meant| *meant < address_end()),
            None => address,
        },
        withheld: match address {
            None if code > 0 => withheld_addresses_in(context),
            _ => [None; 2],
        },
        is_sent: code <= 0,
        code,
        is_write,
        registers: registers_in(context),
        general: named_registers_in(context),
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

/// The signals that may come at any moment and whose handlers belong to the program, as a mask: not those that its own faults cause,
/// nor those by which a user stops it.
pub const SIGNALS_WITH_HANDLERS: u64 = {
    const LEFT: [c_int; 11] = [
        libc::SIGSEGV,
        libc::SIGBUS,
        libc::SIGFPE,
        libc::SIGILL,
        libc::SIGTRAP,
        libc::SIGABRT,
        libc::SIGSYS,
        libc::SIGINT,
        libc::SIGTERM,
        libc::SIGQUIT,
        libc::SIGTSTP,
    ];
    let (mut mask, mut index) = (!0, 0);
    while index < LEFT.len() {
        mask &= !bit(LEFT[index]);
        index += 1;
    }
    mask
};

const fn bit(signal: c_int) -> u64 {
    1 << (signal - 1)
}

/// Takes back the signals by which the system has answered a write that nobody reads or that made a file too large, unless the thread
/// blocked them `before`.
pub fn forget_broken_pipe(before: u64) {
    let set = (bit(libc::SIGPIPE) | bit(libc::SIGXFSZ)) & !before;
    let no_time = [0usize; 2];
    let arguments = [
        &raw const set as usize,
        0,
        no_time.as_ptr() as usize,
        8,
        0,
        0,
    ];
    // SAFETY: the kernel reads one 8-byte signal set and one time.
    while set != 0 && unsafe { syscall(libc::SYS_rt_sigtimedwait, arguments) } > 0 {}
}

/// Chunks more signals (bit `n - 1` is signal `n`) in this thread; returns those that were blocked before.
pub fn block_signals(mask: u64) -> u64 {
    change_blocked_signals(libc::SIG_BLOCK, Some(mask)).unwrap_or(0)
}

/// Lets a signal come to this thread.
pub fn unblock_signal(signal: c_int) {
    let _ = change_blocked_signals(libc::SIG_UNBLOCK, Some(bit(signal)));
}

/// Sets which signals this thread chunks.
pub fn set_blocked_signals(mask: u64) {
    let _ = change_blocked_signals(libc::SIG_SETMASK, Some(mask));
}

/// The signals that the C library has for itself, as a mask.
pub const SIGNALS_OF_LIBRARY: u64 = bit(32) | bit(33);

/// Changes which signals this thread chunks, if there is a mask; those that were blocked before. The error is an errno.
pub fn change_blocked_signals(how: c_int, mask: Option<u64>) -> Result<u64, i32> {
    let mut before = 0u64;
    let mask = mask.as_ref().map_or(core::ptr::null(), core::ptr::from_ref);
    let arguments = [
        how as usize,
        mask as usize,
        &raw mut before as usize,
        8,
        0,
        0,
    ];
    // SAFETY: the kernel reads one 8-byte signal set, if any, and writes one.
    succeeded(unsafe { syscall(libc::SYS_rt_sigprocmask, arguments) }).map(|_| before)
}
