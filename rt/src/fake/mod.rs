//! The fake stack: where functions keep objects whose address may outlive the call.
//!
//! What is given back stays poisoned until all other slots of its size have had their turn, so a pointer that was kept is
//! caught. Each thread and each fiber that says so has a fake stack of its own, made when it is first wanted. One
//! whose thread has ended waits for the next thread.
//!
//! Frames that are left without epilogue (longjmp, exceptions) are collected at the next request, where it is known how far the way out led. Where it
//! is not, they are at the next requests from above: those of the same stack that lie below the stack pointer. Nothing is collected on stacks
//! whose bounds are not known, nor what a coroutine that began in a thread has left behind at its end: it may go on in another one.

pub mod class;
#[cfg(test)]
mod tests;

use crate::platform;
use crate::thread;
use class::Class;
use core::cell::Cell;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use sanecc_abi::frame::{FAKE_CLASSES, FAKE_SMALLEST, Header, MAGIC};

/// In a thread's block: no fake stack yet.
pub const NONE: usize = 0;
/// In a thread's block: none is wanted.
pub const OFF: usize = 1;
/// In a thread's block: none can be had now, because the thread ends or changes stacks.
pub const NOT_NOW: usize = 2;

/// The fake stack of a thread or fiber. All zero at first; stays mapped as long as the process.
#[repr(C)]
pub struct FakeStack {
    /// By size of the slots.
    pub classes: [Class; FAKE_CLASSES],
    /// Some frames may have been left without epilogue: so many requests may still come from deeper functions before
    /// nobody looks for them any more.
    left_over: Cell<u8>,
    /// Stack pointer when they were left.
    left_at: Cell<usize>,
    /// Where frames on a stack were left for certain, and nobody has collected them yet; empty for none.
    left_from: Cell<usize>,
    left_to: Cell<usize>,
    /// A thread or fiber has it.
    owned: AtomicBool,
    /// Number of the thread that has or had it.
    thread: AtomicU32,
    /// The one that was made before.
    previous: AtomicPtr<FakeStack>,
}

/// Every fake stack ever made, the latest first.
static ALL: AtomicPtr<FakeStack> = AtomicPtr::new(core::ptr::null_mut());
/// How many of them nobody has.
static IDLE: AtomicUsize = AtomicUsize::new(0);

const UNKNOWN: u8 = 0;
const WANTED: u8 = 1;
const UNWANTED: u8 = 2;
/// Whether `detect_stack_use_after_return` is on.
static WISH: AtomicU8 = AtomicU8::new(UNKNOWN);

/// Takes over `detect_stack_use_after_return`.
pub fn set_wanted(wanted: bool) {
    WISH.store(if wanted { WANTED } else { UNWANTED }, Ordering::Relaxed);
}

/// How many requests of deeper functions go by before nobody looks for frames that were left.
const LOOKS: u8 = 4;

const fn slot_size(class: usize) -> usize {
    FAKE_SMALLEST << class
}

/// A slot for the function with this stack pointer, or 0. `always`: whatever the option says.
pub fn frame(class: usize, sp: usize, always: bool) -> usize {
    let thread = thread::current();
    let Some(stack) = of_thread(thread, always) else {
        return 0;
    };
    if stack.left_to.get() != 0 {
        stack.collect_left();
    }
    if stack.left_over.get() != 0 {
        stack.look_for_left(thread, sp);
    }
    let slot = stack.classes[class].take(slot_size(class), sp);
    if slot != 0 && stack.left_over.get() == 0 {
        stack.classes[class].go_on();
    }
    slot
}

/// The running thread's or fiber's, made if it is wanted and there is none yet.
pub fn current() -> Option<&'static FakeStack> {
    of_thread(thread::current(), false)
}

fn of_thread(thread: &thread::Thread, always: bool) -> Option<&'static FakeStack> {
    match thread.fake_stack() {
        NONE => make(thread, always),
        OFF if always => make(thread, always),
        OFF | NOT_NOW => None,
        // SAFETY: a fake stack that was made stays.
        address => Some(unsafe { &*(address as *const FakeStack) }),
    }
}

#[cold]
fn make(thread: &thread::Thread, always: bool) -> Option<&'static FakeStack> {
    match WISH.load(Ordering::Relaxed) {
        // Before the options are read nobody knows.
        UNKNOWN => return None,
        UNWANTED if !always => {
            thread.set_fake_stack(OFF);
            return None;
        }
        _ => {}
    }
    // So that the end of the thread is noticed.
    if !thread.is_ready() {
        return None;
    }
    let stack = idle().or_else(fresh)?;
    stack.thread.store(thread.number(), Ordering::Relaxed);
    thread.set_fake_stack(stack as *const FakeStack as usize);
    Some(stack)
}

fn idle() -> Option<&'static FakeStack> {
    if IDLE.load(Ordering::Relaxed) == 0 {
        return None;
    }
    let stack = all().find(|stack| !stack.owned.swap(true, Ordering::Acquire))?;
    IDLE.fetch_sub(1, Ordering::Relaxed);
    Some(stack)
}

fn fresh() -> Option<&'static FakeStack> {
    let length = size_of::<FakeStack>().next_multiple_of(platform::PAGE);
    let place = platform::map(0, length).ok()? as *mut FakeStack;
    // SAFETY: zeroed memory is a valid `FakeStack`, and it is never unmapped.
    let stack = unsafe { &*place };
    stack.owned.store(true, Ordering::Relaxed);
    stack.classes.iter().for_each(Class::reset);
    let mut latest = ALL.load(Ordering::Relaxed);
    loop {
        stack.previous.store(latest, Ordering::Relaxed);
        match ALL.compare_exchange_weak(latest, place, Ordering::Release, Ordering::Relaxed) {
            Ok(_) => return Some(stack),
            Err(other) => latest = other,
        }
    }
}

fn all() -> impl Iterator<Item = &'static FakeStack> {
    let at = |stack: *mut FakeStack| {
        // SAFETY: null, or one that was made and stays.
        unsafe { stack.as_ref() }
    };
    core::iter::successors(at(ALL.load(Ordering::Acquire)), move |stack| {
        at(stack.previous.load(Ordering::Relaxed))
    })
}

impl FakeStack {
    /// Collects the frames of which it is known that they were left.
    #[cold]
    fn collect_left(&self) {
        self.collect(self.left_from.get()..self.left_to.take());
        if self.left_over.get() == 0 {
            self.classes.iter().for_each(Class::go_on);
        }
    }

    /// Collects the frames that were left, once a function asks that is above them.
    #[cold]
    fn look_for_left(&self, thread: &thread::Thread, sp: usize) {
        // The stack of a coroutine may lie on the thread's, above functions that wait for it.
        let is_own =
            |bounds: &Range<usize>| bounds.contains(&sp) && !thread.context_stack().contains(&sp);
        let Some(bounds) = thread.stack().filter(is_own) else {
            return;
        };
        // The kernel is asked only where the answer matters: programs may jump a million times a second.
        if sp <= self.left_at.get() {
            self.left_over.set(self.left_over.get() - 1);
        } else if on_signal_stack(sp) {
            return;
        } else {
            self.collect(bounds.start..sp);
            self.left_over.set(0);
        }
        if self.left_over.get() == 0 {
            self.classes.iter().for_each(Class::go_on);
        }
    }

    fn collect(&self, gone: Range<usize>) {
        for (index, class) in self.classes.iter().enumerate() {
            class.collect(slot_size(index), &gone);
        }
    }

    /// A fiber ends: its last function hands over in a moment, and all its frames are gone when the next one takes this.
    pub fn ends(&self) {
        self.left_from.set(1);
        self.left_to.set(usize::MAX);
        self.classes.iter().for_each(Class::hold);
        self.give_up();
    }

    /// Nobody needs it any more.
    fn give_up(&self) {
        self.owned.store(false, Ordering::Release);
        IDLE.fetch_add(1, Ordering::Relaxed);
    }
}

/// Whether the stack pointer is on the stack for signal handlers, which may itself lie on the thread's.
fn on_signal_stack(sp: usize) -> bool {
    platform::running_signal_stack().is_some_and(|bounds| bounds.contains(&sp))
}

/// Frames of the calling thread may be left without their epilogues.
pub fn frames_are_left() {
    let address = thread::current().fake_stack();
    if address > NOT_NOW {
        // SAFETY: a fake stack that was made stays.
        let stack = unsafe { &*(address as *const FakeStack) };
        stack.left_over.set(LOOKS);
        stack.left_at.set(platform::stack_pointer());
        stack.classes.iter().for_each(Class::hold);
    }
}

/// Frames of the calling thread in this part of a stack are about to be left without their epilogues, and no others; it ends at the stack pointer of the
/// function that goes on.
pub fn frames_are_left_in(part: Range<usize>) {
    // A slot has the stack pointer where it was asked for, behind the return address of that call; what was called by the function has it below
    // the one of its own.
    const RETURN_ADDRESS: usize = size_of::<usize>();
    let address = thread::current().fake_stack();
    if address > NOT_NOW {
        // SAFETY: a fake stack that was made stays.
        let stack = unsafe { &*(address as *const FakeStack) };
        // Not these at once: their last steps are still to come.
        if stack.left_to.get() != 0 {
            stack.collect_left();
        }
        stack.left_from.set(part.start);
        stack.left_to.set(part.end.saturating_sub(RETURN_ADDRESS));
        stack.classes.iter().for_each(Class::hold);
    }
}

/// No frame on this stack will be returned to.
pub fn stack_is_gone(stack: &Range<usize>) {
    let address = thread::current().fake_stack();
    if address > NOT_NOW {
        // SAFETY: a fake stack that was made stays.
        unsafe { &*(address as *const FakeStack) }.collect(stack.clone());
    }
}

/// The calling thread ends: all frames on its stack are gone.
pub fn thread_ends(thread: &thread::Thread) {
    let address = thread.fake_stack();
    thread.set_fake_stack(NOT_NOW);
    if address > NOT_NOW {
        // SAFETY: a fake stack that was made stays.
        let stack = unsafe { &*(address as *const FakeStack) };
        stack.collect(thread.stack().unwrap_or(1..usize::MAX));
        stack.left_to.set(0);
        stack.left_over.set(0);
        stack.classes.iter().for_each(Class::go_on);
        stack.give_up();
    }
}

/// A slot of some fake stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// First byte; a [`sanecc_abi::frame::Header`] lies there once the slot was used.
    pub start: usize,
    /// Bytes.
    pub size: usize,
    /// Stack pointer of the function that has it; 0 if it was given back.
    pub sp: usize,
    /// Number of the thread whose slot it is or was.
    pub thread: u32,
}

impl Slot {
    /// Whether a function has or had it.
    fn was_used(&self) -> bool {
        // SAFETY: the slot is mapped; its header is all zero before first use.
        unsafe { (*(self.start as *const Header)).magic == MAGIC }
    }
}

/// The slot that holds an address.
pub fn slot_at(address: usize) -> Option<Slot> {
    all().find_map(|stack| stack.slot_at(address))
}

/// The slot in use whose function most likely meant an address in a slot that nobody ever had: the next one below of its size. What lies in a slot
/// that was given back is taken for a use after return: which of both it is cannot be told.
pub fn overflown(address: usize) -> Option<Slot> {
    all().find_map(|stack| {
        let beyond = stack.slot_at(address).filter(|slot| !slot.was_used())?;
        let mut below = (1..).map_while(|count| {
            let start = beyond.start.checked_sub(count * beyond.size)?;
            // Of another size, or of no slot.
            stack.slot_at(start).filter(|slot| slot.size == beyond.size)
        });
        below.find(|slot| slot.sp != 0 && slot.was_used())
    })
}

/// The slots that functions have now, of all threads.
pub fn slots_in_use() -> impl Iterator<Item = Slot> {
    all().flat_map(|stack| {
        (0..FAKE_CLASSES).flat_map(move |class| {
            let span = stack.classes[class].span(slot_size(class));
            // The last one only looks taken.
            let end = span.end.saturating_sub(slot_size(class));
            (span.start..end)
                .step_by(slot_size(class))
                .filter_map(|slot| stack.slot_at(slot))
                .filter(|slot| slot.sp != 0)
        })
    })
}

impl FakeStack {
    /// The slot of this fake stack that holds an address.
    pub fn slot_at(&self, address: usize) -> Option<Slot> {
        (0..FAKE_CLASSES).find_map(|class| {
            let size = slot_size(class);
            let span = self.classes[class].span(size);
            span.contains(&address).then(|| {
                let start = span.start + (address - span.start) / size * size;
                Slot {
                    start,
                    size,
                    sp: class::taken(start),
                    thread: self.thread.load(Ordering::Relaxed),
                }
            })
        })
    }
}
