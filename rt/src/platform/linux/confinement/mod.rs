//! Which system calls a program has given up (`seccomp`): what the kernel would answer by the end of the process or by a signal, the
//! runtime leaves, as if it had been refused.
//!
//! Filters are known as far as the program has set them through `prctl` and `syscall` of the C library, itself or by a library: the
//! kernel tells nobody what they say. Each thread has its own, and hands them down to those that it starts.

mod filter;

use super::super::{address_of_syscalls, raw_syscall};
use super::memory::{map, read_bytes, unmap};
use crate::init::fork;
use crate::thread;
use core::ffi::c_int;
use core::ptr::null;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use filter::{Instruction, Question};

/// What a thread has given up at once, beside what it had given up `before`. Stays as long as the process.
pub struct Confinement {
    before: *const Confinement,
    /// `None`: all but reading, writing, the end of the thread and of handlers.
    filter: Option<&'static [Instruction]>,
    /// Bytes of its mapping.
    mapped: usize,
}

/// Whether any thread has given anything up.
static ANY: AtomicBool = AtomicBool::new(false);
/// What all threads have given up, whatever each has beside.
static OF_ALL: AtomicPtr<Confinement> = AtomicPtr::new(core::ptr::null_mut());
/// Whether the program has said that it is about to confine itself, in which way ever.
static IS_ANNOUNCED: AtomicBool = AtomicBool::new(false);

/// One system call, unless it is known to be the last: then it is refused (`EPERM`). Returns the kernel's result, negative is `-errno`.
///
/// # Safety
/// As the system call: what the arguments point to must fit what it reads and writes.
#[inline(always)]
pub unsafe fn syscall(number: i64, arguments: [usize; 6]) -> isize {
    if ANY.load(Ordering::Relaxed) && !permits(number, &arguments) {
        return -(libc::EPERM as isize);
    }
    // SAFETY: as the caller promises.
    unsafe { raw_syscall(number, arguments) }
}

/// Whether this thread may make a system call, as far as is known.
#[cold]
#[inline(never)]
pub fn permits(number: i64, arguments: &[usize; 6]) -> bool {
    let question = Question {
        number: number as c_int,
        architecture: ARCHITECTURE,
        pc: address_of_syscalls() as u64,
        arguments: arguments.map(|argument| argument as u64),
    };
    let own = thread::current().confinement();
    let chains = [own, OF_ALL.load(Ordering::Acquire).cast_const()];
    chains.into_iter().all(|mut at| {
        // SAFETY: they stay as long as the process.
        while let Some(confinement) = unsafe { at.as_ref() } {
            if !confinement.permits(&question) {
                return false;
            }
            at = confinement.before;
        }
        true
    })
}

/// `AUDIT_ARCH_X86_64`.
const ARCHITECTURE: u32 = 0xc000_003e;

impl Confinement {
    fn permits(&self, question: &Question) -> bool {
        let Some(filter) = self.filter else {
            const LEFT: [i64; 4] = [
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
pub enum Step {
    /// To reading, writing and the end.
    Strict,
    /// By a filter, of which this is the address of what describes it (`struct sock_fprog`).
    Filter(usize),
}

/// What is known of a step before the kernel is asked for it; afterwards, nothing more might be done. 0 where the kernel will refuse it, and
/// for a child of `vfork`, which only has the memory of another process.
pub fn prepare(step: Step) -> usize {
    if !fork::is_own_memory() {
        return 0;
    }
    match step {
        Step::Strict => make(0, |_| true),
        Step::Filter(description) => {
            const LONGEST: usize = 4096;
            let mut words = [0usize; 2];
            // SAFETY: there is room for two words.
            let is_read = unsafe { read_bytes(description, words.as_mut_ptr().cast(), 16) };
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
    }
}

/// Maps room for a confinement, and behind it for so many instructions, which `fill` writes; 0 where it does not.
fn make(length: usize, fill: impl FnOnce(*mut Instruction) -> bool) -> usize {
    let mapped = size_of::<Confinement>() + length * size_of::<Instruction>();
    let Ok(place) = map(0, mapped) else { return 0 };
    let place = place as *mut Confinement;
    let instructions = place.wrapping_add(1).cast();
    // SAFETY: a fresh mapping with room for all that; any bits are an instruction.
    unsafe {
        place.write(Confinement {
            before: thread::current().confinement(),
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
    // SAFETY: as `make` has left it.
    if let Some(confinement) = unsafe { (prepared as *const Confinement).as_ref() } {
        unmap(prepared, confinement.mapped);
    }
}

/// The kernel has done what was prepared, for this thread or for all.
pub fn done(prepared: usize, is_for_all: bool) {
    if prepared == 0 {
        return;
    }
    let confinement = prepared as *mut Confinement;
    thread::current().set_confinement(confinement);
    if is_for_all {
        OF_ALL.store(confinement, Ordering::Release);
    }
    ANY.store(true, Ordering::Release);
}

/// Whether the C library may be asked for the stack of the calling thread: it asks the system for more than that.
pub fn may_ask_for_stack() -> bool {
    !ANY.load(Ordering::Relaxed) || permits(libc::SYS_sched_getaffinity, &[0; 6])
}

/// What the calling thread has given up, for a thread that it starts.
pub fn confinement() -> *const Confinement {
    match ANY.load(Ordering::Relaxed) {
        true => thread::current().confinement(),
        false => null(),
    }
}

/// The program says that it is about to confine itself.
pub fn announce() {
    IS_ANNOUNCED.store(true, Ordering::Relaxed);
}

/// Whether it has said so, and nobody knows what it has given up: any system call may be the last.
pub fn is_confinement_unknown() -> bool {
    IS_ANNOUNCED.load(Ordering::Relaxed) && !ANY.load(Ordering::Relaxed)
}
