//! Leaks: heap chunks that the program has not freed and cannot reach any more. Looked for when it exits, or when it
//! asks, while all other threads stand still; and now and then ([`running`]).
//!
//! A chunk is reached if a word anywhere the program can start from ([`roots`]) or in a reached chunk is an address
//! inside of it. That may miss a leak, if a number looks like an address; it names nothing that is in use.

pub mod ended;
pub mod groups;
mod pages;
mod reach;
mod readable;
pub mod regions;
mod roots;
pub mod running;
pub mod settings;
mod snapshot;
mod suppressed;

use crate::heap::{self, walk};
use crate::lock::{Lock, Locked};
use crate::options::{Format, Options};
use crate::output::Out;
use crate::platform::{self, Refusal, StoppedThread};
use crate::report::leaks::Wish;
use crate::report::report_lock::ReportLock;
use crate::report::{self, termination};
use crate::{arena, shadow, suppress, thread};
use core::ffi::c_int;
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, Ordering};
use groups::Leaks;
use reach::Marking;
pub use roots::Caller;
use settings::Settings;
use snapshot::{Snapshot, Tag};

/// Whether leaks are looked for at all.
static IS_ON: AtomicBool = AtomicBool::new(false);
static SETTINGS: Locked<Settings> = Locked::new(Settings::OFF);
/// Whether the one check has been made that may end the program.
static DONE: AtomicBool = AtomicBool::new(false);

/// Takes over what the options say.
pub fn set_up(options: &Options<'_>) {
    let settings = Settings::of(options);
    *SETTINGS.hold() = settings;
    IS_ON.store(settings.detect_leaks, Ordering::Relaxed);
    running::set_up(&settings);
}

/// What [`look`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Nothing,
    Leaks,
    /// It could not look; that has been said.
    Unknown,
}

/// The program exits: ends it in another way if there are leaks.
#[inline(never)]
pub fn at_exit(caller: Caller) {
    if !is_on() || !SETTINGS.hold().leak_check_at_exit || DONE.swap(true, Ordering::Relaxed) {
        return;
    }
    let found = look(outside_of_exit(caller));
    if (found == Found::Leaks || running::has_told()) && !termination::goes_on() {
        termination::end_exit();
    }
}

/// Where the program has left off. The frames of the functions that end it have room in which what lay there before may look like the address
/// of a chunk: the last one that was made would never be a leak.
fn outside_of_exit(caller: Caller) -> Caller {
    match report::caller_of_library(&caller.registers) {
        Some(registers) => Caller {
            sp: registers.sp,
            registers,
        },
        None => caller,
    }
}

/// `__lsan_do_leak_check`: ends the program if there are leaks. Only the first such check is made.
#[inline(never)]
pub fn check(caller: Caller) {
    if !is_on() || DONE.swap(true, Ordering::Relaxed) {
        return;
    }
    if look(caller) == Found::Leaks {
        termination::end();
    }
}

/// `__lsan_do_recoverable_leak_check`: whether there are leaks, which are reported.
#[inline(never)]
pub fn check_recoverably(caller: Caller) -> bool {
    is_on() && look(caller) == Found::Leaks
}

fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

const _: [fn(); 2] = [thread::report_end, thread_ends];

/// The calling thread ends. The C library keeps its stack for the next thread, and with it a chunk of the loader's to
/// which nothing else points.
#[unsafe(export_name = "__sanecc_thread_ends")]
fn thread_ends() {
    if !is_on() {
        return;
    }
    // SAFETY: the calling thread.
    let vector = unsafe { platform::thread_vector(platform::thread_pointer()) };
    walk::ignore_at(vector.start);
    ended::note();
}

/// The calling function's place. It should do nothing else: what lies unused in its frame may be the address of a lost chunk.
#[inline(always)]
pub fn here() -> Caller {
    Caller {
        sp: platform::stack_pointer(),
        registers: platform::registers_here(),
    }
}

/// `__lsan_disable`: what this thread allocates from here on is no leak.
pub fn disable() {
    if is_on() {
        // Only the long way asks.
        heap::fast::forbid();
    }
    let depth = thread::current().leaks_disabled();
    depth.set(depth.get() + 1);
}

/// `__lsan_enable`: takes one [`disable`] back.
pub fn enable() {
    let depth = thread::current().leaks_disabled();
    if depth.get() == 0 {
        let mut out = Out::report();
        let _ = writeln!(
            out,
            "=={}==sanecc: __lsan_enable() without __lsan_disable()",
            platform::process_id()
        );
        out.flush();
        termination::end();
    }
    depth.set(depth.get() - 1);
}

/// `__lsan_ignore_object`: the chunk that holds the address is no leak, nor is what only it leads to.
pub fn ignore(address: usize) {
    shadow::set_up();
    walk::ignore_at(address);
}

type TurnedOff = extern "C" fn() -> c_int;

fn is_turned_off() -> bool {
    let function = platform::leaks_turned_off_function();
    // SAFETY: the program defines it with this type.
    !function.is_null() && unsafe { core::mem::transmute::<*const u8, TurnedOff>(function) }() != 0
}

/// Locks of the runtime that no other thread may hold while it stands still.
fn locks() -> impl DoubleEndedIterator<Item = &'static Lock> {
    heap::locks().chain([regions::lock(), ended::lock(), arena::lock()])
}

fn look(caller: Caller) -> Found {
    let settings = *SETTINGS.hold();
    look_for(&settings, caller, |search| {
        search.tell_indirect();
        match search.is_complete {
            true => Leaks::collect(search),
            false => None,
        }
    })
}

/// Looks for leaks, and tells those that are collected of what was not reached.
fn look_for(
    settings: &Settings,
    caller: Caller,
    collect: impl FnOnce(&mut Marking<'_>) -> Option<Leaks>,
) -> Found {
    if is_turned_off() {
        return Found::Nothing;
    }
    // Two at once would stop each other.
    let _turn = ReportLock::share();
    let looked = stop_and_look(settings, caller, collect);
    if settings.print_suppressions {
        suppress::print_used();
    }
    match looked.map(|looked| looked.map(|leaks| at_resolution(leaks?, settings.resolution))) {
        Some(Ok(Some(leaks))) if leaks.groups.is_empty() => Found::Nothing,
        Some(Ok(Some(leaks))) => {
            let wish = Wish {
                most: settings.max_leaks,
                objects: settings.report_objects,
            };
            report::leaks::print(&leaks, wish);
            report::breakpoint::__sanecc_on_report();
            Found::Leaks
        }
        Some(Ok(None)) => cannot("memory is out"),
        Some(Err(refusal)) => cannot_stop(refusal),
        None => cannot("the loaded files are not known"),
    }
}

/// Leaks told apart by so many frames, of which the function that allocates is one where reports show it.
fn at_resolution(leaks: Leaks, frames: usize) -> Option<Leaks> {
    match frames {
        0 => Some(leaks),
        _ => leaks.of_depth(frames - usize::from(report::settings::format() == Format::Asan)),
    }
}

/// What cannot be reached while all other threads stand still.
fn stop_and_look(
    settings: &Settings,
    caller: Caller,
    collect: impl FnOnce(&mut Marking<'_>) -> Option<Leaks>,
) -> Option<Result<Option<Leaks>, Refusal>> {
    let release = || locks().rev().for_each(Lock::release);
    platform::under_loader_lock(|| {
        if !take_locks() {
            return Err(Refusal::TooSlow);
        }
        let outcome = platform::with_threads_stopped(|others| {
            // The others hold none of them now and cannot take one.
            release();
            look_at_heap(settings, (caller, others), collect)
        });
        if outcome.is_err() {
            release();
        }
        outcome
    })
}

/// Takes all locks, or none if one does not get free: `exit` may be called by a signal handler that came in the middle of
/// `malloc`.
fn take_locks() -> bool {
    const PATIENCE: u32 = 5000;
    let stuck = locks().position(|lock| !lock.acquire_for(PATIENCE));
    if let Some(count) = stuck {
        locks().take(count).for_each(Lock::release);
    }
    stuck.is_none()
}

/// What cannot be reached; `None` when memory is out.
fn look_at_heap(
    settings: &Settings,
    (caller, others): (Caller, &[StoppedThread]),
    collect: impl FnOnce(&mut Marking<'_>) -> Option<Leaks>,
) -> Option<Leaks> {
    let mut heap = Snapshot::take()?;
    let mut search = Marking::new(&mut heap, settings.use_unaligned, settings.use_poisoned);
    roots::mark(&mut search, settings, caller, others);
    keep(&mut search, |chunk| chunk.is_ignored);
    if suppress::has_any(&[suppress::Kind::Leak]) {
        let traces = suppressed::count(&Leaks::collect(&mut search)?)?;
        keep(&mut search, |chunk| {
            traces.binary_search(&chunk.trace.0).is_ok()
        });
    }
    collect(&mut search)
}

/// What of the lost chunks is not to be called a leak, nor what only they lead to.
fn keep(search: &mut Marking<'_>, is_kept: impl Fn(&walk::Live) -> bool) {
    for region in 0..search.heap.regions() {
        for index in 0..search.heap.slots(region) {
            let (place, slot) = search.heap.nth(region, index);
            if search.heap.tag(place) != Tag::Lost {
                continue;
            }
            if let Some(chunk) = search.heap.live(region, slot).filter(&is_kept) {
                search.visit_chunk(place, region, chunk, Tag::Ignored);
            }
        }
    }
}

fn cannot_stop(refusal: Refusal) -> Found {
    match refusal {
        Refusal::NotListed => cannot("the system does not tell which threads there are"),
        Refusal::TooSlow => cannot("a thread does not stop, or was interrupted in the heap"),
        Refusal::Unknown => cannot(
            "the other threads cannot be stopped: the system knows no ptrace, as emulators do not",
        ),
        Refusal::Forbidden(_) => cannot(
            "the other threads cannot be stopped: ptrace is forbidden, or a debugger holds them",
        ),
    }
}

fn cannot(why: &str) -> Found {
    let mut out = Out::report();
    let _ = writeln!(
        out,
        "=={}==sanecc: warning: no leaks were looked for: {why}",
        platform::process_id()
    );
    Found::Unknown
}
