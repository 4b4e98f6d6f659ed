//! `pthread_create`: a thread is set up before its own code runs, so that it has a stack for signal handlers when its own
//! overflows. Weak, as the malloc family.

use crate::arch::begin_stub;
use crate::interpose::Next;
use crate::stub::with_caller;
use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use sanecc_rt::stack::{self, Caller, depot};
use sanecc_rt::{globals, origin, platform, shadow, thread};

/// What a new thread is to run.
struct Errand {
    /// 0 while nobody uses the place.
    start: AtomicUsize,
    argument: AtomicUsize,
    /// The thread's number.
    number: AtomicU32,
    is_detached: AtomicBool,
    /// Where the thread is created, a kept trace.
    origin: AtomicU32,
    /// What its creator has given up of the system.
    seccomp: AtomicUsize,
}

const NOBODY: usize = 0;
/// Taken, and not filled in yet.
const TAKEN: usize = 1;

/// Places for threads that have not begun yet. More threads than that are not set up beforehand.
static ERRANDS: [Errand; 256] = [const {
    Errand {
        start: AtomicUsize::new(NOBODY),
        argument: AtomicUsize::new(0),
        number: AtomicU32::new(0),
        is_detached: AtomicBool::new(false),
        origin: AtomicU32::new(0),
        seccomp: AtomicUsize::new(0),
    }
}; 256];

unsafe extern "C" {
    fn pthread_attr_getdetachstate(
        attributes: *const libc::pthread_attr_t,
        state: *mut c_int,
    ) -> c_int;
}

type Create = extern "C" fn(usize, usize, usize, usize) -> c_int;

with_caller! {
    pthread_create 4 => pthread_create_from;
}

extern "C" fn pthread_create_from(
    thread: usize,
    attributes: usize,
    start: usize,
    argument: usize,
    pc: usize,
    frame: usize,
) -> c_int {
    static NEXT: Next = Next::named(c"pthread_create");
    let next =
        NEXT.find(|| Some(platform::own_thread_creator() as usize).filter(|next| *next != 0));
    // SAFETY: the C library's `pthread_create`.
    let create = unsafe { core::mem::transmute::<usize, Create>(next) };
    if !shadow::reserve::fill() {
        return libc::EAGAIN;
    }
    // The new thread may use globals while constructors run.
    globals::order::stop_if_strict();
    let is_free = |errand: &&Errand| {
        errand
            .start
            .compare_exchange(NOBODY, TAKEN, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
    };
    let Some(errand) = ERRANDS.iter().find(is_free).filter(|_| shadow::is_set_up()) else {
        return create(thread, attributes, start, argument);
    };
    let origin = stack::remember(Caller { pc, frame });
    let number = thread::next_number();
    errand.number.store(number, Ordering::Relaxed);
    errand.origin.store(origin.0, Ordering::Relaxed);
    let is_detached = is_detached(attributes);
    errand.is_detached.store(is_detached, Ordering::Relaxed);
    errand.argument.store(argument, Ordering::Relaxed);
    let seccomp = platform::seccomp() as usize;
    errand.seccomp.store(seccomp, Ordering::Relaxed);
    errand.start.store(start, Ordering::Release);
    let errand_address = errand as *const Errand as usize;
    let result = create(
        thread,
        attributes,
        begin as *const () as usize,
        errand_address,
    );
    if result != 0 {
        errand.start.store(NOBODY, Ordering::Release);
    } else {
        let detached = is_detached.then_some(origin);
        // SAFETY: the C library has put the handle there before the thread could begin.
        unsafe { thread::handles::created(thread as *const usize, number, detached) };
    }
    result
}

/// Whether threads with these attributes (null for the usual ones) begin as detached ones.
fn is_detached(attributes: usize) -> bool {
    let mut state = libc::PTHREAD_CREATE_JOINABLE;
    // SAFETY: the C library is about to make a thread of them.
    let result = unsafe {
        match (attributes as *const libc::pthread_attr_t).as_ref() {
            Some(attributes) => pthread_attr_getdetachstate(attributes, &mut state),
            None => 0,
        }
    };
    result == 0 && state == libc::PTHREAD_CREATE_DETACHED
}

/// Where a thread begins. Leaves no frame of its own on the stack.
#[unsafe(naked)]
extern "C" fn begin() {
    core::arch::naked_asm!(begin_stub!(), set_up = sym set_up)
}

#[repr(C)]
struct Start {
    function: usize,
    argument: usize,
}

extern "C" fn set_up(errand: &Errand) -> Start {
    let start = Start {
        argument: errand.argument.load(Ordering::Relaxed),
        function: errand.start.load(Ordering::Acquire),
    };
    let trace = depot::Id(errand.origin.load(Ordering::Relaxed));
    let seccomp = errand.seccomp.load(Ordering::Relaxed);
    let is_detached = errand.is_detached.load(Ordering::Relaxed);
    let number = errand.number.load(Ordering::Relaxed);
    errand.start.store(NOBODY, Ordering::Release);
    let thread = thread::current();
    thread.set_number(number);
    let handle = platform::thread_handle();
    thread::handles::begins(handle, number, is_detached.then_some(trace));
    platform::known_thread().set_seccomp(seccomp as *const _);
    let _ = thread.stack();
    origin::set(thread.number(), trace);
    start
}
