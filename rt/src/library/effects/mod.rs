//! The check of functions whose effects on memory are data ([`sanecc_abi::library::effects`]).
//!
//! [`before`] runs before the function, [`after`] behind it when something depends on its result. What must be remembered in
//! between (the room for an address, the place in a `va_list`) is noted in the frame.

mod extent;
mod formats;
mod refused;
mod requests;
mod transfer;

use super::{Invocation, switches};
use crate::entry::errno;
use crate::heap;
use crate::platform::{self, Arguments, CallFrame};
use sanecc_abi::library::Call;
use sanecc_abi::library::effects::{
    Decisive, Dialect, Direction, Effect, Effects, Extent, Further, Place, Success,
};

/// What the entry point does first. The result is how many bytes of further arguments on the stack (a multiple of 16) the function
/// gets when it is called from there; if it is negative, nothing remains to be checked after it.
///
/// # Safety
/// The frame is of a call whose record it holds.
pub unsafe extern "C" fn enter(frame: &mut CallFrame) -> isize {
    // SAFETY: as the caller promises; records are constants of the program.
    let invocation = Invocation::new(unsafe { &*(frame.record as *const Call) }, frame.pc);
    let Some(effects) = invocation.effects() else {
        return -1;
    };
    frame.effects = &raw const *effects as usize;
    if !effects.come_before {
        return effects.stack.into();
    }
    let mut notes = [0; 4];
    // SAFETY: as the caller promises.
    let next = unsafe { before(&checked(frame, effects, &invocation), &mut notes) };
    frame.notes = notes;
    match next {
        Next::CallWith(stack) => {
            // What is too much shall be reported, and not end the program before.
            if let [Effect::Room(room, _), ..] = effects.list {
                frame.general[usize::from(*room)] = usize::MAX;
            }
            stack as isize
        }
        Next::Leave => -1,
    }
}

/// What the entry point does after the function.
///
/// # Safety
/// As [`enter`], which did not return a negative number.
pub unsafe extern "C" fn leave(frame: &CallFrame) {
    // SAFETY: as the caller promises; `enter` has found the effects.
    unsafe {
        let effects = &*(frame.effects as *const Effects);
        let invocation = Invocation::new(&*(frame.record as *const Call), frame.pc);
        let call = checked(frame, effects, &invocation);
        after(&call);
        if is_beyond_room(&call) {
            give_up();
        }
    }
}

#[inline]
fn checked<'a>(
    frame: &'a CallFrame,
    effects: &'a Effects,
    ranges: &'a Invocation,
) -> Checked<'a, Invocation> {
    Checked {
        effects,
        frame,
        ranges,
        switches: switches::all(),
    }
}

impl Ranges for Invocation {
    #[inline]
    fn reads(&self, address: usize, length: usize) {
        Invocation::reads(*self, address, length);
    }

    #[inline]
    fn writes(&self, address: usize, length: usize) {
        Invocation::writes(*self, address, length);
    }

    #[inline]
    fn reads_text(&self, address: usize) {
        self.reads_string(address);
    }

    fn refused(&self, address: usize, is_write: bool) {
        if heap::sealed(address).is_some() {
            self.report_access(address, 1, address, is_write);
        }
    }
}

/// Where ranges of memory are taken to be checked.
pub trait Ranges {
    /// Memory that the function reads.
    fn reads(&self, address: usize, length: usize);
    /// Memory that the function writes.
    fn writes(&self, address: usize, length: usize);
    /// A string that the function reads to its end.
    fn reads_text(&self, address: usize) {
        // SAFETY: the function reads the string, too.
        self.reads(address, unsafe { super::text::size(address, None) });
    }
    /// An address that the function was given, where it failed because of one.
    fn refused(&self, address: usize, is_write: bool);
}

/// What is to be done after [`before`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Call the function; nothing remains to be checked.
    Leave,
    /// Call the function with that many bytes of further arguments from the stack, then [`after`].
    CallWith(usize),
}

/// Most bytes of variable arguments that are passed on; calls with more are not checked after the function.
const MOST_VARIABLE_ARGUMENTS: usize = 4096;

/// Notes of a frame.
mod note {
    /// Words of [`Arguments`](super::Arguments).
    pub const LIST: usize = 0;
    /// Room that the function was told of.
    pub const TOLD: usize = 0;
    /// Room for an address.
    pub const ROOM: usize = 3;
}

/// A call of a function with effects.
pub struct Checked<'a, R> {
    /// The function's.
    pub effects: &'a Effects,
    /// The call's arguments.
    pub frame: &'a CallFrame,
    /// Where to check.
    pub ranges: &'a R,
    /// Which checks are made: [`switches`].
    pub switches: u32,
}

/// Checks what does not depend on the result.
///
/// # Safety
/// The frame is of a call of the function that the effects are of.
pub unsafe fn before<R: Ranges>(call: &Checked<'_, R>, notes: &mut [usize; 4]) -> Next {
    let fixed = usize::from(call.effects.stack);
    let mut stack = Some(fixed);
    for effect in call.effects.list {
        // SAFETY: as the caller promises.
        unsafe {
            let Some(effect) = call.takes_place(effect) else {
                continue;
            };
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
                Effect::SocketAddress(_, length) => notes[note::ROOM] = call.room(*length),
                Effect::Subject(text, matches, flags) => call.subject(*text, *matches, *flags),
                Effect::FileName(name) => {
                    if call.wants(switches::STAT) {
                        call.touch(Place::Argument(*name), Extent::Text, false);
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
                Effect::Room(room, _) => notes[note::TOLD] = call.argument(*room),
                // `takes_place` leads to what it stands for.
                Effect::When(..) => {}
                Effect::HasRead(..)
                | Effect::HasWritten(..)
                | Effect::Vector(..)
                | Effect::Message(..)
                | Effect::Messages(..) => {}
            }
        }
    }
    match stack {
        Some(stack) if call.effects.need_result => Next::CallWith(stack),
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
                    call.address(*address, *length, frame.notes[note::ROOM]);
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
                | Effect::Room(..)
                | Effect::When(..) => {}
            }
        }
    }
}

/// Ends the program as the function would have done.
#[cold]
fn give_up() {
    type Failed = extern "C" fn();
    let function = platform::check_failed_function();
    if !function.is_null() {
        // SAFETY: the C library's function, of this type.
        unsafe { core::mem::transmute::<*const u8, Failed>(function)() };
    }
}

/// Whether a function has written more than the room that it was told of, of which the check knows nothing: less than an object, or
/// of an object that is not told from what lies beside it.
///
/// # Safety
/// As [`after`].
unsafe fn is_beyond_room<R: Ranges>(call: &Checked<'_, R>) -> bool {
    let [Effect::Room(_, unit), ..] = call.effects.list else {
        return false;
    };
    let room = call.frame.notes[note::TOLD].saturating_mul((*unit).into());
    has_succeeded(call.effects.success, call.frame.result)
        && call.effects.list.iter().any(|effect| match effect {
            // SAFETY: as the caller promises.
            Effect::HasWritten(place, extent) => unsafe {
                let address = call.address_of(*place);
                address.is_some_and(|address| call.length_of(address, *extent) > room)
            },
            _ => false,
        })
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

impl<R: Ranges> Checked<'_, R> {
    unsafe fn argument(&self, number: u8) -> usize {
        // SAFETY: the table fits the function.
        unsafe { self.frame.argument(number) }
    }

    /// Whether a check is made ([`switches`]).
    fn wants(&self, switch: u32) -> bool {
        self.switches & switch != 0
    }

    /// What an effect comes to in this call; `None` if nothing does.
    unsafe fn takes_place(&self, mut effect: &'static Effect) -> Option<&'static Effect> {
        while let Effect::When(decisive, values, inner) = effect {
            let number = match *decisive {
                // SAFETY: as the caller of `before` promises.
                Decisive::Argument(number) => unsafe { self.argument(number) as i32 },
                // SAFETY: the function looks at the number, too.
                Decisive::At(number) => unsafe {
                    let place = self.address_of(Place::Argument(number))?;
                    *(place as *const i32)
                },
            };
            if !values.contains(&number) {
                return None;
            }
            effect = inner;
        }
        Some(effect)
    }

    unsafe fn further(&self, further: Further) -> Arguments {
        match further {
            Further::Variadic(named) => self.frame.further(named),
            // SAFETY: the argument is a `va_list`.
            Further::List(list) => unsafe { Arguments::of_list(self.argument(list)) },
        }
    }

    /// Bytes of the stack to pass on to a function of the scanf family.
    unsafe fn stack_of_scan(
        &self,
        format: u8,
        arguments: Arguments,
        dialect: Dialect,
        named: u8,
    ) -> Option<usize> {
        // SAFETY: as the caller of `before` promises.
        unsafe {
            if self.scans_at_most(format, dialect, CallFrame::GENERAL - usize::from(named)) {
                return Some(0);
            }
            let end = self.will_scan(format, arguments, dialect);
            self.stack_to_pass_on(Further::Variadic(named), end)
        }
    }

    /// Bytes of the stack to pass on; `None` if that is not known or absurd.
    fn stack_to_pass_on(&self, further: Further, end: Option<usize>) -> Option<usize> {
        match further {
            Further::List(_) => Some(self.effects.stack.into()),
            Further::Variadic(_) => {
                let bytes = end? - self.frame.stack;
                (bytes <= MOST_VARIABLE_ARGUMENTS).then(|| bytes.next_multiple_of(16))
            }
        }
    }

    fn range(&self, address: usize, length: usize, is_write: bool) {
        if is_write {
            self.ranges.writes(address, length);
        } else {
            self.ranges.reads(address, length);
        }
    }

    unsafe fn touch(&self, place: Place, extent: Extent, is_write: bool) {
        // SAFETY: as the caller of `before` promises.
        unsafe {
            match (self.address_of(place), extent) {
                (None, _) => {}
                (Some(address), Extent::Text) if !is_write => self.ranges.reads_text(address),
                (Some(address), _) => {
                    self.range(address, self.length_of(address, extent), is_write);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
