//! What happens beside allocating and freeing where somebody asked for it: hooks of the program, filling of memory, limits.
//! As long as nobody does, chunks go the short way, which does not lead here.

use crate::heap::{self, fast};
use crate::options::Options;
use crate::output::Out;
use crate::platform::{self, PAGE};
use crate::report::{self, Refusal};
use core::ffi::c_int;
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicUsize, Ordering};

/// A function of the program that gets each new chunk's address and size.
pub type Allocated = extern "C" fn(usize, usize);
/// A function of the program that gets the address of each chunk that is about to be freed.
pub type Freeing = extern "C" fn(usize);

/// Most pairs of hooks.
const PAIRS: usize = 5;

static IS_ON: AtomicBool = AtomicBool::new(false);
static PAIR_COUNT: AtomicUsize = AtomicUsize::new(0);
static ALLOCATED: [AtomicPtr<()>; PAIRS] = [const { AtomicPtr::new(core::ptr::null_mut()) }; PAIRS];
static FREEING: [AtomicPtr<()>; PAIRS] = [const { AtomicPtr::new(core::ptr::null_mut()) }; PAIRS];
/// Bytes of freed chunks that are filled at most, and with what.
static FREED: (AtomicUsize, AtomicU8) = (AtomicUsize::new(0), AtomicU8::new(0));
/// MiB of memory that the program may use: requests fail beyond the first, the program ends beyond the second; 0: no limit.
static LIMITS: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

/// Whether the heap is described as the program's memory grows.
static PROFILES: AtomicBool = AtomicBool::new(false);

/// MiB that may be mapped for chunks; 0: no limit.
static MAP_LIMIT: AtomicUsize = AtomicUsize::new(0);

/// Whether somebody asked for anything.
#[inline(always)]
pub fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// Takes over the options, and the hooks that the program defines by name.
pub fn set(options: &Options<'_>) {
    let fills_freed = options.max_free_fill_size != 0;
    FREED.0.store(options.max_free_fill_size, Ordering::Relaxed);
    FREED.1.store(options.free_fill_byte, Ordering::Relaxed);
    heap::fresh::set(options.max_malloc_fill_size, options.malloc_fill_byte);
    let limits = [options.soft_rss_limit_mb, options.hard_rss_limit_mb];
    for (limit, place) in limits.into_iter().zip(&LIMITS) {
        place.store(limit, Ordering::Relaxed);
    }
    MAP_LIMIT.store(options.mmap_limit_mb, Ordering::Relaxed);
    PROFILES.store(options.heap_profile, Ordering::Relaxed);
    let named = [
        platform::malloc_hook(),
        platform::free_hook(),
        platform::ignore_free_hook(),
    ];
    if fills_freed
        || limits != [0, 0]
        || options.mmap_limit_mb != 0
        || options.heap_profile
        || named.iter().any(|hook| !hook.is_null())
    {
        turn_on();
    }
}

fn turn_on() {
    IS_ON.store(true, Ordering::Release);
    fast::forbid();
}

/// Adds a pair of hooks; how many there are now, 0 if there is no room.
pub fn install(allocated: Allocated, freeing: Freeing) -> usize {
    let count = PAIR_COUNT.load(Ordering::Acquire);
    if count == PAIRS {
        return 0;
    }
    ALLOCATED[count].store(allocated as *mut (), Ordering::Release);
    FREEING[count].store(freeing as *mut (), Ordering::Release);
    PAIR_COUNT.store(count + 1, Ordering::Release);
    turn_on();
    count + 1
}

fn installed<T: Copy>(hooks: &'static [AtomicPtr<()>; PAIRS]) -> impl Iterator<Item = T> {
    let count = PAIR_COUNT.load(Ordering::Acquire);
    hooks[..count].iter().map(|hook| {
        let hook = hook.load(Ordering::Acquire);
        // SAFETY: `install` stored a function of the type that belongs to the table.
        unsafe { core::mem::transmute_copy::<*mut (), T>(&hook) }
    })
}

/// Whether a request for so many bytes may be met.
///
/// # Errors
/// The limit on memory that is exceeded.
pub fn before_allocation(size: usize) -> Result<(), Refusal> {
    let limit = MAP_LIMIT.load(Ordering::Relaxed);
    if limit != 0 {
        let mapped = heap::mapped_bytes().saturating_add(size) >> 20;
        if mapped >= limit {
            return Err(Refusal::MapLimit { mapped, limit });
        }
    }
    let [soft, hard] = [0, 1].map(|index| LIMITS[index].load(Ordering::Relaxed));
    let profiles = PROFILES.load(Ordering::Relaxed);
    if soft == 0 && hard == 0 && !profiles {
        return Ok(());
    }
    let used = used_megabytes(size);
    if profiles {
        describe_growth(used);
    }
    if hard != 0 && used > hard {
        Err(Refusal::HardLimit { used, limit: hard })
    } else if soft != 0 && used > soft {
        Err(Refusal::SoftLimit { limit: soft })
    } else {
        Ok(())
    }
}

/// Says what memory is spent on when there is a tenth more than when this was said last.
fn describe_growth(used: usize) {
    static SAID: AtomicUsize = AtomicUsize::new(0);
    const TOP_PERCENT: usize = 90;
    const MOST_STACKS: usize = 20;
    let said = SAID.load(Ordering::Relaxed);
    if used <= said + said / 10
        || SAID
            .compare_exchange(said, used, Ordering::Relaxed, Ordering::Relaxed)
            .is_err()
    {
        return;
    }
    let mut out = Out::stderr();
    let _ = writeln!(out, "\nHEAP PROFILE at RSS {used}Mb");
    heap::usage::print(&mut out);
    report::profile::print(&mut out, TOP_PERCENT, MOST_STACKS);
}

/// MiB of memory that the process uses, as of at most 1 MiB of allocations ago.
fn used_megabytes(size: usize) -> usize {
    const ASK_AFTER: usize = 1 << 20;
    static USED: AtomicUsize = AtomicUsize::new(0);
    static SINCE: AtomicUsize = AtomicUsize::new(ASK_AFTER);
    let since = SINCE.fetch_add(size, Ordering::Relaxed);
    let used = USED.load(Ordering::Relaxed);
    let limit = LIMITS[0].load(Ordering::Relaxed);
    // Beyond a limit the program may free what it has, and go on.
    let is_beyond = limit != 0 && used > limit;
    if since.saturating_add(size) < ASK_AFTER && !is_beyond {
        return used;
    }
    SINCE.store(0, Ordering::Relaxed);
    let used = (platform::resident_pages() * PAGE) >> 20;
    USED.store(used, Ordering::Relaxed);
    used
}

/// A chunk was allocated.
pub fn allocated(address: usize, size: usize) {
    let named = platform::malloc_hook();
    if !named.is_null() {
        // SAFETY: the interface fixes the function's type.
        unsafe { core::mem::transmute::<*const u8, Allocated>(named)(address, size) };
    }
    installed::<Allocated>(&ALLOCATED).for_each(|hook| hook(address, size));
}

/// A chunk is about to be freed; whether it must not be.
pub fn freeing(address: usize, size: Option<usize>) -> bool {
    if PROFILES.load(Ordering::Relaxed) {
        // The program has written to what it asked for.
        describe_growth(used_megabytes(size.unwrap_or(0)));
    }
    let named = platform::ignore_free_hook();
    if !named.is_null() {
        type Ignore = extern "C" fn(usize) -> c_int;
        // SAFETY: the interface fixes the function's type.
        if unsafe { core::mem::transmute::<*const u8, Ignore>(named)(address) } != 0 {
            return true;
        }
    }
    let named = platform::free_hook();
    if !named.is_null() {
        // SAFETY: the interface fixes the function's type.
        unsafe { core::mem::transmute::<*const u8, Freeing>(named)(address) };
    }
    installed::<Freeing>(&FREEING).for_each(|hook| hook(address));
    if let Some(size) = size {
        fill_freed(address, size);
    }
    false
}

fn fill_freed(address: usize, size: usize) {
    let (most, byte) = &FREED;
    let length = size.min(most.load(Ordering::Relaxed));
    // SAFETY: the chunk has `size` bytes, and the program owns it.
    unsafe { (address as *mut u8).write_bytes(byte.load(Ordering::Relaxed), length) };
}
