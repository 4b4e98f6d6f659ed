//! Getting memory for the shadow.
//!
//! Normally all of it is reserved at once, which costs address space only. Where that is limited
//! (`ulimit -v`, strict overcommit), the lazy mode maps it in chunks: before the runtime writes to
//! it, and when a check of the program faults on it (see `crate::signal`).

pub mod unused;

use super::{at, reserve, taken};
use crate::output::Out;
use crate::platform::{self, MOST_ADDRESSES, PAGE, SHADOW_OFFSET, address_end};
use core::fmt::Write;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sanecc_abi::shadow::GRANULE_SHIFT;

/// First byte past the shadow.
#[inline(always)]
pub fn shadow_end() -> usize {
    (address_end() >> GRANULE_SHIFT) + SHADOW_OFFSET
}

/// First byte past the shadow of the memory below the shadow.
const LOW_END: usize = ((SHADOW_OFFSET >> GRANULE_SHIFT) + SHADOW_OFFSET) & !(PAGE - 1);
/// First byte of the shadow of the memory above the shadow.
#[inline(always)]
fn high_start() -> usize {
    ((shadow_end() >> GRANULE_SHIFT) + SHADOW_OFFSET) & !(PAGE - 1)
}

/// Bytes of shadow that the lazy mode maps at once.
pub(super) const CHUNK: usize = 1 << 20;
/// How many there are at most.
const CHUNKS: usize = (MOST_ADDRESSES >> GRANULE_SHIFT).div_ceil(CHUNK);

/// The shadow of low memory, that of high memory, and the shadow of the shadow, into which nobody has a pointer.
#[inline(always)]
fn areas() -> [(usize, usize); 3] {
    [
        (SHADOW_OFFSET, LOW_END),
        (high_start(), shadow_end()),
        (LOW_END, high_start()),
    ]
}

/// Whether core files get the shadow.
static IN_CORE_FILES: AtomicBool = AtomicBool::new(false);
static LAZY: AtomicBool = AtomicBool::new(false);
static MAPPED: [AtomicU64; CHUNKS.div_ceil(64)] =
    [const { AtomicU64::new(0) }; CHUNKS.div_ceil(64)];

/// Whether shadow is mapped in chunks.
#[inline(always)]
pub fn is_lazy() -> bool {
    LAZY.load(Ordering::Relaxed)
}

/// Sets the shadow up; once, before anything else uses it.
pub fn reserve() {
    match reserve_all() {
        Ok(()) => return,
        Err(libc::EEXIST) => taken::refuse(&areas()),
        Err(_) => {}
    }
    LAZY.store(true, Ordering::Relaxed);
    // The first chunk is mapped in either mode, so a second runtime finds out that it is one.
    match platform::map_exactly(SHADOW_OFFSET, CHUNK, true) {
        Ok(()) => note(0),
        Err(libc::EEXIST) => taken::refuse(&areas()),
        Err(_) => {}
    }
    reserve::fill();
}

/// Reserves all of the shadow or nothing. The error is an errno. Needs only the kernel.
pub fn reserve_all() -> Result<(), i32> {
    let accessible = [true, true, false];
    for (index, (&(start, end), is_accessible)) in areas().iter().zip(accessible).enumerate() {
        if let Err(error) = platform::map_exactly(start, end - start, is_accessible) {
            for (start, end) in &areas()[..index] {
                platform::unmap(*start, end - start);
            }
            return Err(error);
        }
        platform::set_dumped(start, end - start, false);
        // Shadow is touched sparsely; huge pages would multiply the memory it takes.
        platform::set_huge_pages(start, end - start, false);
    }
    Ok(())
}

fn chunks(first: usize, last: usize) -> core::ops::RangeInclusive<usize> {
    (first - SHADOW_OFFSET) / CHUNK..=(last - SHADOW_OFFSET) / CHUNK
}

fn note(index: usize) {
    MAPPED[index / 64].fetch_or(1 << (index % 64), Ordering::Release);
}

/// Lets core files contain the shadow.
pub fn keep_in_core_files() {
    IN_CORE_FILES.store(true, Ordering::Relaxed);
    advise(platform::set_dumped);
}

/// Lets the shadow be in huge pages.
pub fn allow_huge_pages() {
    advise(platform::set_huge_pages);
}

/// Gives the addresses between the parts of the shadow to the program.
pub fn give_gap_up() {
    if !is_lazy() {
        // What lies there has a shadow, too: in the gap itself.
        let (gap, shadow) = ((LOW_END, high_start()), gap_shadow());
        platform::unmap(gap.0, gap.1 - gap.0);
        let _ = platform::map_exactly(shadow.0, shadow.1 - shadow.0, true);
    }
}

/// Ends a program that is about to map or unmap these addresses of its own accord, if the shadow lies there: it could not go on, and
/// would not know why. What lies between the areas may be mapped; accesses there are reported.
pub fn refuse_if_over(pages: Range<usize>) {
    let lies_over = |area: &(usize, usize)| pages.start < area.1 && area.0 < pages.end;
    if areas().iter().take(2).any(lies_over) {
        taken::refuse_over(pages, &areas());
    }
}

/// The shadow of the gap, in whole pages.
fn gap_shadow() -> (usize, usize) {
    let first = at(LOW_END) as usize & !(PAGE - 1);
    (first, (at(high_start()) as usize).next_multiple_of(PAGE))
}

fn advise(set: fn(usize, usize, bool)) {
    for (start, end) in areas().into_iter().take(2) {
        if !is_lazy() {
            set(start, end - start, true);
        }
    }
}

/// Makes the shadow of `[address, address + size)` present.
#[inline(always)]
pub fn ensure(address: usize, size: usize) {
    if is_lazy() && size != 0 {
        ensure_shadow(at(address) as usize, at(address + size - 1) as usize);
    }
}

/// The same for memory that can be given back where there is no address space left for its shadow: then false.
pub fn try_ensure(address: usize, size: usize) -> bool {
    !is_lazy() || map_shadow(at(address) as usize, at(address + size - 1) as usize)
}

#[cold]
fn ensure_shadow(first: usize, last: usize) {
    while !map_shadow(first, last) {
        if !reserve::give() {
            fail(first);
        }
    }
}

fn map_shadow(first: usize, last: usize) -> bool {
    chunks(first, last).all(map_chunk)
}

/// Maps a chunk unless it is there; false when the system refuses.
fn map_chunk(index: usize) -> bool {
    let Some(word) = MAPPED.get(index / 64) else {
        return false;
    };
    let bit = 1u64 << (index % 64);
    if word.load(Ordering::Acquire) & bit != 0 {
        return true;
    }
    let start = SHADOW_OFFSET + index * CHUNK;
    match platform::map_exactly(start, CHUNK, true) {
        Ok(()) => {
            // Larger dumps are all that is lost where this is refused.
            if !IN_CORE_FILES.load(Ordering::Relaxed) {
                platform::set_dumped(start, CHUNK, false);
            }
        }
        // It is about to be given back, or not after all.
        Err(libc::EEXIST) if unused::was_waited_for() => return map_chunk(index),
        // Another thread was faster and has not set the bit yet.
        Err(libc::EEXIST) => {}
        Err(_) => return false,
    }
    word.fetch_or(bit, Ordering::Release);
    true
}

/// Maps the missing shadow behind a fault at `shadow_address`. False if the fault has another cause.
pub fn resolve_fault(shadow_address: usize) -> bool {
    let is_shadow = (SHADOW_OFFSET..LOW_END).contains(&shadow_address)
        || (high_start()..shadow_end()).contains(&shadow_address);
    if !is_lazy() || !is_shadow {
        return false;
    }
    let index = (shadow_address - SHADOW_OFFSET) / CHUNK;
    // What is noted may have been given back at the same moment.
    let bit = 1 << (index % 64);
    if MAPPED[index / 64].load(Ordering::Acquire) & bit != 0 {
        if platform::is_mapped(shadow_address, 1) {
            // Or it was out of reach for a moment.
            return platform::read_word(shadow_address & !7).is_some();
        }
        MAPPED[index / 64].fetch_and(!bit, Ordering::Release);
    }
    let meant = (shadow_address - SHADOW_OFFSET) << GRANULE_SHIFT;
    while !map_chunk(index) {
        // A report would call memory wild that is only out of the checker's reach.
        if !platform::is_mapped(meant, 1) {
            return false;
        }
        if !reserve::give() {
            fail(shadow_address);
        }
    }
    true
}

/// Whether the shadow byte of an address can be read without a fault.
pub fn is_readable(address: usize) -> bool {
    if address >= address_end() || (SHADOW_OFFSET..shadow_end()).contains(&address) {
        return false;
    }
    let index = (at(address) as usize - SHADOW_OFFSET) / CHUNK;
    !is_lazy() || MAPPED[index / 64].load(Ordering::Acquire) & (1 << (index % 64)) != 0
}

/// The program's address whose shadow lies at `shadow_address`, if that is the shadow's area at all.
pub fn address_of_shadow(shadow_address: usize) -> Option<usize> {
    (SHADOW_OFFSET..shadow_end())
        .contains(&shadow_address)
        .then(|| (shadow_address - SHADOW_OFFSET) << GRANULE_SHIFT)
}

fn fail(shadow_address: usize) -> ! {
    let mut out = Out::stderr();
    let _ = writeln!(
        out,
        "sanecc: no address space left for the shadow memory at {shadow_address:#x} ({} needs an eighth of the \
         memory that the program uses on top). Raise the limit with `ulimit -v unlimited` (or RLIMIT_AS, \
         systemd's LimitAS=, the batch system's memory limit) or allow overcommit (sysctl vm.overcommit_memory=0), \
         and run the program again.",
        platform::ARCH
    );
    out.flush();
    platform::exit(1)
}
