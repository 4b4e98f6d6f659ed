//! A call that is being checked: its arguments, and what its effects come to with them.

use crate::platform::{Arguments, CallFrame};
use crate::thread::handles::Over;
use sanecc_abi::library::effects::{Decisive, Dialect, Effect, Effects, Extent, Further, Pointer};

/// A call of a function with effects.
pub struct Checked<'a, R> {
    /// The function's.
    pub effects: &'a Effects,
    /// The call's arguments.
    pub frame: &'a CallFrame,
    /// Where to check.
    pub ranges: &'a R,
    /// Which checks are made: [`switches`](crate::library::switches).
    pub switches: u32,
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
        self.reads(address, unsafe {
            crate::library::text::size(address, None)
        });
    }
    /// A thread's handle that names none which can be joined.
    fn over(&self, handle: usize, over: Over);
    /// An address that the function was given, where it failed because of one.
    fn refused(&self, address: usize, is_write: bool);
}

/// Most bytes of variable arguments that are passed on; calls with more are not checked after the function.
const MOST_VARIABLE_ARGUMENTS: usize = 4096;

/// Where an argument is that the function is to get changed. The stack behind the registers is the called function's.
///
/// # Safety
/// The frame is of a call of the function that the effects are of, and ends after what this leads to.
pub(super) unsafe fn place_of(frame: &mut CallFrame, effects: &Effects, number: u8) -> *mut usize {
    let word = usize::from(effects.places.word(number));
    match frame.general.get_mut(word) {
        Some(place) => place,
        // SAFETY: as the caller promises.
        None => unsafe { (frame.stack as *mut usize).add(word - CallFrame::GENERAL) },
    }
}

impl<R: Ranges> Checked<'_, R> {
    pub(super) unsafe fn argument(&self, number: u8) -> usize {
        // SAFETY: the table fits the function.
        unsafe { self.frame.argument(self.word(number)) }
    }

    /// The word in which an argument is: its number, where each has one.
    fn word(&self, number: u8) -> u8 {
        match usize::BITS {
            64 => number,
            _ => self.effects.places.word(number),
        }
    }

    /// Whether a check is made ([`switches`](crate::library::switches)).
    pub(super) fn wants(&self, switch: u32) -> bool {
        self.switches & switch != 0
    }

    /// What an effect comes to in this call; `None` if nothing does.
    pub(super) unsafe fn takes_place(
        &self,
        mut effect: &'static Effect,
    ) -> Option<&'static Effect> {
        while let Effect::When(decisive, values, inner) = effect {
            let number = match *decisive {
                // SAFETY: as the caller of `before` promises.
                Decisive::Argument(number) => unsafe { self.argument(number) as i32 },
                // SAFETY: the function looks at the number, too.
                Decisive::At(number) => unsafe {
                    let place = self.address_of(Pointer::Argument(number))?;
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

    pub(super) unsafe fn further(&self, further: Further) -> Arguments {
        match further {
            Further::Variadic(named) => self.frame.further(named),
            // SAFETY: the argument is a `va_list`.
            Further::List(list) => unsafe { Arguments::of_list(self.argument(list)) },
        }
    }

    /// Bytes of the stack to pass on to a function of the scanf family.
    pub(super) unsafe fn stack_of_scan(
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
    pub(super) fn stack_to_pass_on(&self, further: Further, end: Option<usize>) -> Option<usize> {
        match further {
            Further::List(_) => Some(self.effects.stack.into()),
            Further::Variadic(_) => {
                let bytes = end? - self.frame.stack;
                (bytes <= MOST_VARIABLE_ARGUMENTS).then(|| bytes.next_multiple_of(16))
            }
        }
    }

    pub(super) fn range(&self, address: usize, length: usize, is_write: bool) {
        if is_write {
            self.ranges.writes(address, length);
        } else {
            self.ranges.reads(address, length);
        }
    }

    pub(super) unsafe fn touch(&self, place: Pointer, extent: Extent, is_write: bool) {
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
