//! The check of functions whose effects on memory are data ([`sanecc_abi::library::effects`]).
//!
//! [`before`] runs before the function, [`after`] behind it when something depends on its result. What must be remembered in
//! between (the room for an address, the place in a `va_list`) is noted in the frame.

mod checked;
mod entry;
mod extent;
mod forks;
mod formats;
mod masks;
mod record;
mod refused;
mod requests;
mod seccomp;
mod threads;
mod transfer;

pub use checked::{Checked, Ranges};
pub use entry::{enter, leave};

use super::switches;
use crate::entry::errno;
use crate::platform::{self, Arguments};
use crate::thread::handles::{self, Ending};
use sanecc_abi::library::effects::{Direction, Effect, Extent, Further, Pointer, Success};

/// What is to be done after [`before`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Call the function; nothing remains to be checked.
    Leave,
    /// Call the function with that many bytes of further arguments from the stack, then [`after`].
    CallWith(usize),
}

/// Notes of a frame.
mod note {
    /// Words of [`Arguments`](super::Arguments).
    pub const LIST: usize = 0;
    /// Room that the function was told of.
    pub const TOLD: usize = 0;
    /// What the thread is about to give up.
    pub const SECCOMP: usize = 0;
    /// What is known of the thread that is about to be joined or detached.
    pub const THREAD: usize = 0;
    /// Whether the process is about to be copied.
    pub const FORK: usize = 1;
    /// The signals that are blocked, as the kernel has them: all words from here on, where a function has such a set.
    pub const MASK: usize = 2;
    /// Room for an address.
    pub const CAPACITY: usize = 3;
}

/// Checks what does not depend on the result.
///
/// # Safety
/// The frame is of a call of the function that the effects are of.
pub unsafe fn before<R: Ranges>(call: &Checked<'_, R>, notes: &mut [usize; 4]) -> Next {
    let fixed = usize::from(call.effects.stack);
    let mut stack = Some(fixed);
    let mut is_needed = call.effects.allocates;
    for effect in call.effects.list {
        // SAFETY: as the caller promises.
        unsafe {
            let Some(effect) = call.takes_place(effect) else {
                // The call may change what decides.
                is_needed |= effect.depends_on_memory();
                continue;
            };
            is_needed |= effect.needs_result();
            match effect {
                Effect::Reads(place, extent) => call.touch(*place, *extent, false),
                Effect::Writes(place, extent) => call.touch(*place, *extent, true),
                Effect::Prints(format, further, dialect) => {
                    let arguments = call.further(*further);
                    let end = call.prints(*format, arguments, *dialect);
                    stack = call.stack_to_pass_on(*further, end);
                }
                Effect::Scans(format, further, dialect) => {
                    let arguments = call.further(*further);
                    notes[note::LIST..note::LIST + 3].copy_from_slice(&arguments.to_words());
                    stack = match further {
                        Further::Variadic(named) => {
                            call.stack_of_scan(*format, arguments, *dialect, *named)
                        }
                        Further::List(_) => Some(fixed),
                    };
                }
                Effect::SocketAddress(_, length) => notes[note::CAPACITY] = call.capacity(*length),
                Effect::Subject(text, matches, flags) => call.subject(*text, *matches, *flags),
                Effect::FileName(name) => {
                    if call.wants(switches::STAT) {
                        call.touch(Pointer::Argument(*name), Extent::Text, false);
                    }
                }
                Effect::Texts(vector) => call.texts(*vector, usize::MAX),
                Effect::TextsUpTo(vector, count) => {
                    let count = call.argument(*count) as i32;
                    call.texts(*vector, count.max(0) as usize);
                }
                Effect::Request(request, place) => {
                    call.request(*request, *place, Direction::Read);
                }
                Effect::Seccomp { filter, flags } => {
                    notes[note::SECCOMP] = call.prepare_seccomp(*filter, *flags);
                }
                Effect::Forks(number) => notes[note::FORK] = call.begin_fork(*number),
                Effect::Joins(thread) => {
                    notes[note::THREAD] = call.begins_to_end(*thread, Ending::Join);
                }
                Effect::Detaches(thread) => {
                    notes[note::THREAD] = call.begins_to_end(*thread, Ending::Detach);
                }
                Effect::Capacity(capacity, _) => notes[note::TOLD] = call.argument(*capacity),
                // `takes_place` leads to what it stands for, and the other is exchanged when all is checked.
                Effect::When(..) | Effect::Masks(..) => {}
                Effect::HasRead(..)
                | Effect::HasWritten(..)
                | Effect::HasFilled(..)
                | Effect::Vector(..)
                | Effect::Message(..)
                | Effect::Messages(..) => {}
            }
        }
    }
    match stack {
        Some(stack) if is_needed && call.effects.need_result => Next::CallWith(stack),
        Some(_) | None => Next::Leave,
    }
}

/// Checks what depends on the result.
///
/// # Safety
/// As [`before`], and the call has returned.
pub unsafe fn after<R: Ranges>(call: &Checked<'_, R>) {
    let frame = call.frame;
    if !has_succeeded(call.effects.success, frame.result) {
        // SAFETY: as the caller promises.
        unsafe { call.has_failed(&frame.notes) };
        if errno() == libc::EFAULT {
            // SAFETY: as the caller promises.
            unsafe { call.refused() };
        }
        return;
    }
    let result = frame.result;
    for effect in call.effects.list {
        // SAFETY: as the caller promises.
        unsafe {
            let Some(effect) = call.takes_place(effect) else {
                continue;
            };
            match effect {
                Effect::HasRead(place, extent) => call.touch_sent(*place, *extent),
                Effect::HasWritten(place, extent) => call.touch(*place, *extent, true),
                Effect::HasFilled(place, members) => call.filled(*place, members),
                Effect::Scans(format, _, dialect) => {
                    let words = [frame.notes[0], frame.notes[1], frame.notes[2]];
                    call.has_scanned(*format, Arguments::from_words(words), *dialect);
                }
                Effect::Vector(direction, vector, count) => {
                    let count = call.argument(*count) as i32;
                    call.vector(
                        *direction,
                        call.argument(*vector),
                        count.max(0) as usize,
                        result,
                    );
                }
                Effect::Message(direction, message) => {
                    call.message(*direction, call.argument(*message), result);
                }
                Effect::Messages(direction, messages) => {
                    call.messages(*direction, call.argument(*messages), result as u32 as usize);
                }
                Effect::SocketAddress(address, length) => {
                    call.address(*address, *length, frame.notes[note::CAPACITY]);
                }
                Effect::Request(request, place) => {
                    call.request(*request, *place, Direction::Write);
                }
                Effect::Reads(..)
                | Effect::Writes(..)
                | Effect::Prints(..)
                | Effect::Subject(..)
                | Effect::FileName(..)
                | Effect::Texts(..)
                | Effect::TextsUpTo(..)
                | Effect::Masks(..)
                | Effect::Capacity(..)
                | Effect::When(..) => {}
                Effect::Forks(..) => forks::end(frame.notes[note::FORK], result == 0),
                Effect::Joins(thread) | Effect::Detaches(thread) => {
                    handles::end(call.argument(*thread), frame.notes[note::THREAD]);
                }
                Effect::Seccomp { flags, .. } => {
                    call.has_entered_seccomp(*flags, frame.notes[note::SECCOMP]);
                }
            }
        }
    }
}

impl<R: Ranges> Checked<'_, R> {
    /// Takes back what was prepared for a call that has failed.
    unsafe fn has_failed(&self, notes: &[usize; 4]) {
        for effect in self.effects.list {
            // SAFETY: as the caller of `after` promises.
            match unsafe { self.takes_place(effect) } {
                Some(Effect::Seccomp { .. }) => platform::forget(notes[note::SECCOMP]),
                Some(Effect::Forks(..)) => forks::end(notes[note::FORK], false),
                Some(Effect::Joins(thread) | Effect::Detaches(thread)) => {
                    // SAFETY: as the caller of `after` promises.
                    let handle = unsafe { self.argument(*thread) };
                    handles::take_back(handle, notes[note::THREAD]);
                }
                _ => {}
            }
        }
    }
}

fn has_succeeded(success: Success, result: usize) -> bool {
    let int = result as i32;
    match success {
        Success::Always => true,
        Success::Zero => int == 0,
        Success::NotZero => int != 0,
        Success::One => int == 1,
        Success::NotNegative => int >= 0,
        Success::Positive => result as isize > 0,
        Success::NotMinusOne => result as isize != -1,
        Success::IntNotMinusOne => int != -1,
        Success::NotNull => result != 0,
    }
}

#[cfg(test)]
mod tests;
