//! Handles of threads (`pthread_t`) that were joined or detached: joining such a thread again is undefined.
//!
//! Claim: [`over`] tells of a thread only if no other one can have the handle by now. Handles are used again, also by threads that
//! nobody tells the runtime of, so a handle alone proves nothing. What proves it is the number of the thread, which no other one ever has
//! and which stands in the thread's block as long as that is mapped, or that nothing is mapped there.
//! Threads whose number is not known, and those that this small table has forgotten, are not told of.

use super::{State, Thread, current};
use crate::hash;
use crate::lock::{Lock, Locked};
use crate::platform;
use crate::stack::depot;
use core::mem::offset_of;

/// What makes a handle invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The thread is joined.
    Join,
    /// It is detached.
    Detach,
}

/// A thread that cannot be joined (any more).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// What made the handle invalid; `None` where it never was one.
    pub ending: Option<Ending>,
    /// The thread's number, 0 if it is not known.
    pub thread: u32,
    /// Where it was joined or detached, a kept trace.
    pub trace: depot::Id,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    Free,
    /// The thread was created.
    Alive,
    /// A function was called that may end the handle.
    Ending,
    Ended,
}

#[derive(Clone, Copy)]
struct Entry {
    handle: usize,
    number: u32,
    progress: Progress,
    ending: Ending,
    trace: depot::Id,
    /// Names the call, or the creation, that made the entry.
    ticket: usize,
}

/// Milliseconds in which a thread that was created should begin to run.
const LONGEST_BEGINNING: u32 = 20;

const SETS: usize = 128;
const WAYS: usize = 4;

struct Table {
    entries: [[Entry; WAYS]; SETS],
    tickets: usize,
}

static TABLE: Locked<Table> = Locked::new(Table {
    entries: [[Entry {
        handle: 0,
        number: 0,
        progress: Progress::Free,
        ending: Ending::Join,
        trace: depot::Id(0),
        ticket: 0,
    }; WAYS]; SETS],
    tickets: 0,
});

/// The lock of the table, for `fork`.
pub fn lock() -> &'static Lock {
    TABLE.lock()
}

/// The calling thread begins, with this number; `detached` is where it was created, if as a detached one.
pub fn begins(handle: usize, number: u32, detached: Option<depot::Id>) {
    let mut table = TABLE.hold();
    let is_known = |entry: &&mut Entry| entry.number == number;
    if table.find(handle).filter(is_known).is_none() {
        table.put_created(handle, number, detached);
    }
}

/// The same for whoever has created the thread, which may not have begun yet.
///
/// # Safety
/// The handle stands at `place`, unless the thread has begun: then it may have done anything to that memory.
pub unsafe fn created(place: *const usize, number: u32, detached: Option<depot::Id>) {
    let mut table = TABLE.hold();
    if !table.has_begun(number) {
        // SAFETY: as the caller promises; the thread cannot begin before the table is given back.
        table.put_created(unsafe { place.read_volatile() }, number, detached);
    }
}

/// A function is about to be called that joins or detaches a thread. The result is for [`end`], or for [`take_back`] if it fails.
pub fn begin(handle: usize, ending: Ending, trace: depot::Id) -> usize {
    let mut table = TABLE.hold();
    let known = table
        .find(handle)
        .map(|entry| (entry.progress, entry.number));
    let number = match known {
        Some((Progress::Alive, number)) => number,
        // One waits for it already, in vain if that one gets it.
        Some((Progress::Ending, _)) => return 0,
        // A thread of which nobody has told.
        Some(_) | None => 0,
    };
    table.put(Entry {
        handle,
        number,
        progress: Progress::Ending,
        ending,
        trace,
        ticket: 0,
    })
}

/// The function has done it.
pub fn end(handle: usize, ticket: usize) {
    let mut table = TABLE.hold();
    if let Some(entry) = table.of_ticket(handle, ticket) {
        entry.progress = Progress::Ended;
    }
}

/// The function has failed.
pub fn take_back(handle: usize, ticket: usize) {
    let mut table = TABLE.hold();
    if let Some(entry) = table.of_ticket(handle, ticket) {
        entry.progress = Progress::Alive;
    }
}

/// Why a handle certainly names no thread that can be joined; `None` if it may.
pub fn over(handle: usize) -> Option<Over> {
    if handle < platform::PAGE || !handle.is_multiple_of(platform::HANDLE_ALIGN) {
        return Some(Over {
            ending: None,
            thread: 0,
            trace: depot::Id(0),
        });
    }
    let entry = TABLE.hold().find(handle).map(|entry| *entry);
    let entry = entry.filter(|entry| entry.progress == Progress::Ended)?;
    // Only now, because the system has to be asked.
    let mut now = Now::of(handle);
    if entry.ending == Ending::Detach {
        now = now.once_begun(handle);
    }
    let is_over = match now {
        Now::Nothing => true,
        Now::Thread { number, has_ended } => {
            let is_same = number != 0 && number == entry.number;
            is_same && (has_ended || entry.ending == Ending::Detach)
        }
        Now::Unknown => false,
    };
    is_over.then_some(Over {
        ending: Some(entry.ending),
        thread: entry.number,
        trace: entry.trace,
    })
}

impl Table {
    fn find(&mut self, handle: usize) -> Option<&mut Entry> {
        let is_it = |entry: &&mut Entry| entry.progress != Progress::Free && entry.handle == handle;
        self.entries[set_of(handle)].iter_mut().find(is_it)
    }

    fn of_ticket(&mut self, handle: usize, ticket: usize) -> Option<&mut Entry> {
        self.find(handle)
            .filter(|entry| entry.ticket == ticket && ticket != 0)
    }

    /// Whether the thread with this number has said that it begins. Searches all: a creation costs more.
    fn has_begun(&self, number: u32) -> bool {
        let mut entries = self.entries.iter().flatten();
        entries.any(|entry| entry.number == number && entry.progress != Progress::Free)
    }

    fn put_created(&mut self, handle: usize, number: u32, detached: Option<depot::Id>) {
        self.put(Entry {
            handle,
            number,
            progress: detached.map_or(Progress::Alive, |_| Progress::Ended),
            ending: Ending::Detach,
            trace: detached.unwrap_or(depot::Id(0)),
            ticket: 0,
        });
    }

    /// Puts an entry in the place of what is known of its handle, or else of the least useful one; returns its ticket.
    fn put(&mut self, entry: Entry) -> usize {
        self.tickets += 1;
        let ticket = self.tickets;
        let use_of = |other: &Entry| match other.handle == entry.handle {
            true => (Progress::Free, 0),
            false => (other.progress, other.ticket),
        };
        let least = self.entries[set_of(entry.handle)]
            .iter_mut()
            .min_by_key(|other| use_of(other));
        if let Some(place) = least {
            *place = Entry { ticket, ..entry };
        }
        ticket
    }
}

fn set_of(handle: usize) -> usize {
    hash::of(handle >> 6, SETS.ilog2())
}

/// What there is at a handle.
#[derive(Clone, Copy)]
enum Now {
    /// Nothing is mapped.
    Nothing,
    /// If this is a thread, it has this number; 0 if the runtime has not seen it.
    Thread { number: u32, has_ended: bool },
    /// The system does not say.
    Unknown,
}

impl Now {
    fn of(handle: usize) -> Now {
        let block = platform::thread_block_of_handle(handle);
        match number_and_state(block) {
            Some((number, state)) => Now::Thread {
                number,
                has_ended: state == State::Leaving as u8,
            },
            // Where the calling thread's own block cannot be read in this way, nothing is known.
            None if number_and_state(core::ptr::from_ref(current()) as usize).is_some() => {
                Now::Nothing
            }
            None => Now::Unknown,
        }
    }

    /// The same a moment later if the thread has no number yet: it gets it when it begins.
    fn once_begun(mut self, handle: usize) -> Now {
        for _ in 0..LONGEST_BEGINNING {
            if !matches!(self, Now::Thread { number: 0, .. }) {
                break;
            }
            platform::sleep_milliseconds(1);
            self = Now::of(handle);
        }
        self
    }
}

/// What a thread's block holds, read at once; `None` where it cannot be read.
#[cfg(target_pointer_width = "64")]
fn number_and_state(block: usize) -> Option<(u32, u8)> {
    let word = platform::read_word(block.wrapping_add(offset_of!(Thread, state)))?;
    Some(((word >> 32) as u32, word as u8))
}

/// The same in two steps. A number never comes back, so if it is the same before and after, the state is of that thread; a number that keeps changing is not
/// known.
#[cfg(target_pointer_width = "32")]
fn number_and_state(block: usize) -> Option<(u32, u8)> {
    const TRIES: usize = 4;
    let read = |offset: usize| platform::read_word(block.wrapping_add(offset));
    let mut number = read(offset_of!(Thread, number))?;
    for _ in 0..TRIES {
        let state = read(offset_of!(Thread, state))?;
        let again = read(offset_of!(Thread, number))?;
        if again == number {
            return Some((number as u32, state as u8));
        }
        number = again;
    }
    Some((0, 0))
}

// One word of 64 bits holds both.
const _: () = assert!(
    offset_of!(Thread, number) == offset_of!(Thread, state) + 4
        && offset_of!(Thread, state).is_multiple_of(8)
);

// The tests make threads whose number and state are one word.
#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    /// A place that looks like an ended thread, and its handle.
    fn ended(number: u32) -> (Box<[usize; 32]>, usize) {
        let mut memory = Box::new([0; 32]);
        let offset = offset_of!(Thread, state);
        memory[offset / 8] = (number as usize) << 32 | State::Leaving as usize;
        let distance = platform::thread_block_of_handle(0);
        let handle = (&raw const *memory as usize).wrapping_sub(distance);
        (memory, handle)
    }

    fn create(handle: usize, number: u32, detached: Option<depot::Id>) {
        // SAFETY: the handle stands there.
        unsafe { created(&raw const handle, number, detached) };
    }

    fn join(handle: usize) {
        let ticket = begin(handle, Ending::Join, depot::Id(0));
        end(handle, ticket);
    }

    #[test]
    fn a_thread_is_joined_once() {
        let (_memory, handle) = ended(700);
        create(handle, 700, None);
        assert!(over(handle).is_none());
        join(handle);
        let over = over(handle).unwrap();
        assert_eq!((over.ending, over.thread), (Some(Ending::Join), 700));
    }

    #[test]
    fn another_thread_may_have_the_handle() {
        let (mut memory, handle) = ended(701);
        begins(handle, 701, None);
        join(handle);
        assert!(over(handle).is_some());
        for word in [702 << 32 | State::Leaving as usize, 702 << 32, 0] {
            memory[offset_of!(Thread, state) / 8] = word;
            assert!(over(handle).is_none());
        }
        memory[offset_of!(Thread, state) / 8] = 701 << 32 | State::Leaving as usize;
        assert!(over(handle).is_some());
        create(handle, 703, None);
        assert!(over(handle).is_none());
    }

    #[test]
    fn a_detached_thread_is_never_joined() {
        let (mut memory, handle) = ended(704);
        memory[offset_of!(Thread, state) / 8] = 704 << 32 | State::Ready as usize;
        create(handle, 704, Some(depot::Id(0)));
        assert_eq!(over(handle).unwrap().ending, Some(Ending::Detach));
        // It is late to say that it was created, and that it begins.
        create(handle, 704, None);
        begins(handle, 704, None);
        assert!(over(handle).is_some());
    }

    #[test]
    fn what_has_failed_ends_nothing() {
        let (_memory, handle) = ended(705);
        begins(handle, 705, None);
        let ticket = begin(handle, Ending::Join, depot::Id(0));
        assert!(over(handle).is_none());
        take_back(handle, ticket);
        assert!(over(handle).is_none());
        join(handle);
        take_back(handle, ticket);
        assert!(over(handle).is_some());
    }

    #[test]
    fn what_was_created_meanwhile_is_not_ended() {
        let (mut memory, handle) = ended(706);
        begins(handle, 706, None);
        let ticket = begin(handle, Ending::Join, depot::Id(0));
        memory[offset_of!(Thread, state) / 8] = 707 << 32 | State::Leaving as usize;
        create(handle, 707, None);
        end(handle, ticket);
        assert!(over(handle).is_none());
    }

    #[test]
    fn nothing_is_no_thread() {
        assert_eq!(over(0).unwrap().ending, None);
        assert_eq!(over((1 << 40) + 1).unwrap().ending, None);
    }

    #[test]
    fn a_thread_that_nobody_told_of_is_over_where_nothing_is_left() {
        let (_memory, handle) = ended(0);
        join(handle);
        assert!(over(handle).is_none());
        // Nothing is mapped below the first page, and what is read lies behind the handle or before it by less than that.
        let nowhere = platform::PAGE;
        join(nowhere);
        assert_eq!(over(nowhere).unwrap().ending, Some(Ending::Join));
    }
}
