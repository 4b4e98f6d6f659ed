//! Leaks are looked for now and then while the program runs, where the provenance of pointers is followed: who runs for weeks wants to know soon.
//!
//! Claims: a chunk is told of which a pointer was lost at a known place, and that two searches in a row have not reached since then. So is what only such chunks lead to. Each is told once.
//! Searches take a thirtieth of the time at most. Programs with several threads, or with stacks of their own, are left alone: to stop threads interrupts their system calls, and
//! pointers on other stacks may lie where no search begins.

use super::groups::Leaks;
use super::pages::Pages;
use super::reach::Marking;
use super::roots::Caller;
use super::settings::Settings;
use super::snapshot::Tag;
use super::{Found, here, look_for};
use crate::heap::walk::{self, Live};
use crate::{platform, provenance, thread};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Time between searches, in the time that one takes.
const REST: usize = 30;
/// No further search.
const NEVER: usize = usize::MAX;

/// When the next search is due, in milliseconds; [`NEVER`].
static NEXT: AtomicUsize = AtomicUsize::new(NEVER);
/// Whether any leak was told.
static TOLD: AtomicBool = AtomicBool::new(false);

/// Takes over what the options say. The program starts.
pub(super) fn set_up(settings: &Settings) {
    let interval = settings.interval;
    let next = match settings.detect_leaks && interval != 0 {
        true => platform::milliseconds().saturating_add(interval),
        false => NEVER,
    };
    NEXT.store(next, Ordering::Relaxed);
}

/// Whether leaks were told before the program's end.
pub(super) fn has_told() -> bool {
    TOLD.load(Ordering::Relaxed)
}

/// Looks for leaks, if that is due. No lock of the runtime is held.
#[inline]
pub fn now_and_then() {
    if NEXT.load(Ordering::Relaxed) != NEVER && provenance::is_followed() {
        look_if_due();
    }
}

#[cold]
#[inline(never)]
fn look_if_due() {
    let begin = platform::milliseconds();
    let caller = here();
    if begin < NEXT.load(Ordering::Relaxed) || !is_alone(caller) {
        return;
    }
    // Whoever allocates while it looks does not look again.
    NEXT.store(NEVER, Ordering::Relaxed);
    let settings = Settings {
        // Once, at the end, is enough.
        print_suppressions: false,
        ..*super::SETTINGS.hold()
    };
    let next = match look_for(&settings, caller, Leaks::certain) {
        // It has said why: the next time it would say the same.
        Found::Unknown => NEVER,
        Found::Leaks | Found::Nothing => {
            let end = platform::milliseconds();
            end + settings.interval.max((end - begin) * REST)
        }
    };
    NEXT.store(next, Ordering::Relaxed);
}

/// Whether the program has one thread, which has ever run on its own stack alone.
fn is_alone(caller: Caller) -> bool {
    let thread = thread::current();
    let is_on_own_stack = thread
        .known_stack()
        .is_some_and(|stack| stack.contains(&caller.sp));
    platform::is_single_threaded() && is_on_own_stack && thread.context_stack().is_empty()
}

impl Leaks {
    /// Collects those of a search that are certain, and lets them be told no more. `None` when memory is out.
    fn certain(search: &mut Marking<'_>) -> Option<Leaks> {
        search.tell_indirect();
        let mut certain: Pages<(usize, usize, Live)> = Pages::new();
        let mut has_memory = true;
        for_each_unreached(search, |search, (place, region, chunk)| {
            let is_direct = search.heap.tag(place) == Tag::Lost;
            let is_certain = is_direct && provenance::was_unreached(chunk.start);
            if is_certain {
                has_memory &= certain.push((place, region, chunk)).is_some();
            }
            let is_uncertain = is_direct && !is_certain;
            search.heap.set_tag(
                place,
                match is_uncertain {
                    true => Tag::Ignored,
                    false => Tag::Lost,
                },
            );
        });
        for (place, region, chunk) in certain.iter().copied() {
            search.visit_chunk(place, region, chunk, Tag::Indirect);
        }
        // What is lost beside them belongs to chunks that are not certain.
        for_each_unreached(search, |search, (place, ..)| {
            if search.heap.tag(place) == Tag::Lost {
                search.heap.set_tag(place, Tag::Ignored);
            }
        });
        for (place, ..) in certain.iter() {
            search.heap.set_tag(*place, Tag::Lost);
        }
        if !has_memory || !search.is_complete {
            return None;
        }
        let leaks = Leaks::collect(search)?;
        for leak in leaks.chunks.iter() {
            walk::ignore(leak.start);
            TOLD.store(true, Ordering::Relaxed);
        }
        Some(leaks)
    }
}

/// Visits the chunks that nothing has reached: place of the tag, region and chunk.
fn for_each_unreached(
    search: &mut Marking<'_>,
    mut visit: impl FnMut(&mut Marking<'_>, (usize, usize, Live)),
) {
    for region in 0..search.heap.regions() {
        for index in 0..search.heap.slots(region) {
            let (place, slot) = search.heap.nth(region, index);
            if matches!(search.heap.tag(place), Tag::Lost | Tag::Indirect)
                && let Some(chunk) = search.heap.live(region, slot)
            {
                visit(search, (place, region, chunk));
            }
        }
    }
}
