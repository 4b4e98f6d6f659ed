//! Which system calls a program has given up (`seccomp`): what the kernel would answer by the end of the process or by a signal, the
//! runtime leaves, as if it had been refused.
//!
//! Filters are known as far as the program has set them through `prctl` and `syscall` of the C library, itself or by a library: the
//! kernel tells nobody what they say. Each thread has its own, and hands them down to those that it starts.

mod filter;

use super::super::{address_of_syscalls, raw_syscall};
use super::AUDIT_ARCHITECTURE;
use super::known_thread::known_thread;
use super::memory::{map, read_bytes, unmap};
use super::process::is_own_memory;
use core::ffi::{c_int, c_long};
use core::ptr::{null, null_mut};
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering};
use filter::{Instruction, Question};

/// What a thread has given up at once, beside what it had given up `before`. Stays as long as the process.
pub struct SeccompState {
    before: *const SeccompState,
    /// Where it is meant for all threads: what was before.
    of_all_before: *mut SeccompState,
    is_for_all: bool,
    /// `None`: all but reading, writing, the end of the thread and of handlers.
    filter: Option<&'static [Instruction]>,
    /// Bytes of its mapping.
    mapped: usize,
}

/// Whether any thread has given anything up.
static ANY: AtomicBool = AtomicBool::new(false);
/// What all threads have given up, whatever each has beside.
static OF_ALL: AtomicPtr<SeccompState> = AtomicPtr::new(null_mut());
/// Threads that ask what they may do and then do it, and should not be confined in between.
static AT_WORK: AtomicU32 = AtomicU32::new(0);
/// Whether the program has said that it is about to confine itself, in which way ever.
static IS_ANNOUNCED: AtomicBool = AtomicBool::new(false);

/// One system call, unless it is known to be the last: then it is refused (`EPERM`). Returns the kernel's result, negative is `-errno`.
///
/// # Safety
/// As the system call: what the arguments point to must fit what it reads and writes.
#[inline(always)]
pub unsafe fn syscall(number: c_long, arguments: [usize; 6]) -> isize {
    if ANY.load(Ordering::Relaxed) && !permits(number, &arguments) {
        return -(libc::EPERM as isize);
    }
    // SAFETY: as the caller promises.
    unsafe { raw_syscall(number, arguments) }
}

/// Whether this thread may make a system call, as far as is known.
#[cold]
#[inline(never)]
pub fn permits(number: c_long, arguments: &[usize; 6]) -> bool {
    let question = Question {
        number: number as c_int,
        architecture: AUDIT_ARCHITECTURE,
        pc: address_of_syscalls() as u64,
        arguments: arguments.map(|argument| argument as u64),
    };
    let own = known_thread().seccomp();
    let chains = [own, OF_ALL.load(Ordering::Acquire).cast_const()];
    chains.into_iter().all(|mut at| {
        // SAFETY: they stay as long as the process.
        while let Some(seccomp) = unsafe { at.as_ref() } {
            if !seccomp.permits(&question) {
                return false;
            }
            at = seccomp.before;
        }
        true
    })
}

impl SeccompState {
    fn permits(&self, question: &Question) -> bool {
        let Some(filter) = self.filter else {
            const LEFT: [c_long; 4] = [
                libc::SYS_read,
                libc::SYS_write,
                libc::SYS_exit,
                libc::SYS_rt_sigreturn,
            ];
            return LEFT.contains(&question.number.into());
        };
        /// What is done about the call, without what is told beside.
        const ACTION: u32 = 0xffff_0000;
        /// The ends of the process and of the thread, and a signal.
        const DEADLY: [u32; 3] = [0x8000_0000, 0, 0x0003_0000];
        filter::answer(filter, question).is_some_and(|answer| !DEADLY.contains(&(answer & ACTION)))
    }
}

/// How a thread confines itself.
#[derive(Clone, Copy, Debug)]
pub enum SeccompMode {
    /// To reading, writing and the end.
    Strict,
    /// By a filter, of which this is the address of what describes it (`struct sock_fprog`).
    Filter(usize),
}

/// What is known of a step before the kernel is asked for it; afterwards, nothing more might be done. 0 where the kernel will refuse it, and
/// for a child of `vfork`, which only has the memory of another process. Where all threads are meant, the others leave from now on
/// what they will have to.
pub fn prepare(step: SeccompMode, is_for_all: bool) -> usize {
    if !is_own_memory() {
        return 0;
    }
    let prepared = match step {
        SeccompMode::Strict => make(0, |_| true),
        SeccompMode::Filter(description) => {
            const LONGEST: usize = 4096;
            let mut words = [0usize; 2];
            // SAFETY: there is room for two words.
            let is_read =
                unsafe { read_bytes(description, words.as_mut_ptr().cast(), size_of_val(&words)) };
            let length = words[0] & 0xffff;
            if !is_read || length == 0 || length > LONGEST {
                return 0;
            }
            let bytes = length * size_of::<Instruction>();
            // SAFETY: `make` hands over a place with room for so many.
            make(length, |place| unsafe {
                read_bytes(words[1], place.cast(), bytes)
            })
        }
    };
    if is_for_all {
        announce_to_all(prepared as *mut SeccompState);
    }
    prepared
}

fn announce_to_all(prepared: *mut SeccompState) {
    /// A tenth of a second at most: whoever is stopped in the middle of his work is not waited for.
    const ROUNDS: usize = 1000;
    static ROUND: libc::timespec = libc::timespec {
        tv_sec: 0,
        tv_nsec: 100_000,
    };
    // SAFETY: as `make` has left it, known to nobody else.
    let Some(seccomp) = (unsafe { prepared.as_mut() }) else {
        return;
    };
    let wait = [&raw const ROUND as usize, 0, 0, 0, 0, 0];
    // What is about to be given up is not yet.
    let can_wait = permits(libc::SYS_nanosleep, &wait);
    seccomp.is_for_all = true;
    seccomp.of_all_before = OF_ALL.load(Ordering::Acquire);
    OF_ALL.store(prepared, Ordering::Release);
    ANY.store(true, Ordering::SeqCst);
    for _ in 0..ROUNDS {
        if AT_WORK.load(Ordering::SeqCst) == 0 {
            break;
        }
        if can_wait {
            // SAFETY: reads the time.
            unsafe { raw_syscall(libc::SYS_nanosleep, wait) };
        }
    }
}

/// While a thread has this, no other one confines it, unless that takes very long.
pub struct Undisturbed(());

/// The calling thread is about to ask what it may do, and to do it.
pub fn undisturbed() -> Undisturbed {
    AT_WORK.fetch_add(1, Ordering::SeqCst);
    Undisturbed(())
}

impl Drop for Undisturbed {
    fn drop(&mut self) {
        AT_WORK.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Maps room for a seccomp, and behind it for so many instructions, which `fill` writes; 0 where it does not.
fn make(length: usize, fill: impl FnOnce(*mut Instruction) -> bool) -> usize {
    let mapped = size_of::<SeccompState>() + length * size_of::<Instruction>();
    let Ok(place) = map(0, mapped) else { return 0 };
    let place = place as *mut SeccompState;
    let instructions = place.wrapping_add(1).cast();
    // SAFETY: a fresh mapping with room for all that; any bits are an instruction.
    unsafe {
        place.write(SeccompState {
            before: known_thread().seccomp(),
            of_all_before: null_mut(),
            is_for_all: false,
            filter: match length {
                0 => None,
                _ => Some(core::slice::from_raw_parts(instructions, length)),
            },
            mapped,
        });
    }
    if !fill(instructions) {
        forget(place as usize);
        return 0;
    }
    place as usize
}

/// The kernel has refused what was prepared.
pub fn forget(prepared: usize) {
    let place = prepared as *mut SeccompState;
    // SAFETY: as `make` has left it.
    let Some(seccomp) = (unsafe { place.as_ref() }) else {
        return;
    };
    if seccomp.is_for_all {
        // Others may be reading it at this moment, so it stays.
        let before = seccomp.of_all_before;
        let _ = OF_ALL.compare_exchange(place, before, Ordering::AcqRel, Ordering::Relaxed);
    } else {
        unmap(prepared, seccomp.mapped);
    }
}

/// The kernel has done what was prepared.
pub fn done(prepared: usize) {
    if prepared != 0 {
        known_thread().set_seccomp(prepared as *const SeccompState);
        ANY.store(true, Ordering::Release);
    }
}

/// Whether the C library may be asked for the stack of the calling thread: it asks the system for more than that.
pub fn may_ask_for_stack() -> bool {
    !ANY.load(Ordering::Relaxed) || permits(libc::SYS_sched_getaffinity, &[0; 6])
}

/// What the calling thread has given up, for a thread that it starts.
pub fn seccomp() -> *const SeccompState {
    match ANY.load(Ordering::Relaxed) {
        true => known_thread().seccomp(),
        false => null(),
    }
}

/// The program says that it is about to confine itself.
pub fn announce() {
    IS_ANNOUNCED.store(true, Ordering::Relaxed);
}

/// Whether it has said so, and nobody knows what it has given up: any system call may be the last.
pub fn is_seccomp_unknown() -> bool {
    IS_ANNOUNCED.load(Ordering::Relaxed) && !ANY.load(Ordering::Relaxed)
}
