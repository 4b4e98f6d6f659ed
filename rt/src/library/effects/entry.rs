//! What the two entry points for such functions do: they turn a frame into a call that can be checked.

use super::checked::place_of;
use super::{Checked, Next, Ranges, after, before, has_succeeded, masks, note};
use crate::heap;
use crate::library::{Invocation, switches};
use crate::platform::{self, CallFrame};
use crate::provenance;
use crate::report::Finding;
use crate::thread;
use crate::thread::handles::Over;
use sanecc_abi::library::Call;
use sanecc_abi::library::effects::{Effect, Effects};

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
        begin(frame, effects);
        return effects.stack.into();
    }
    let mut notes = [0; 4];
    // SAFETY: as the caller promises.
    let next = unsafe { before(&checked(frame, effects, &invocation), &mut notes) };
    frame.notes = notes;
    match next {
        Next::CallWith(stack) => {
            // What is too much shall be reported, and not end the program before.
            if let [Effect::Capacity(capacity, _), ..] = effects.list {
                // SAFETY: as the caller promises.
                unsafe { *place_of(frame, effects, *capacity) = usize::MAX };
            }
            // SAFETY: as the caller promises.
            unsafe { masks::exchange(frame, effects) };
            begin(frame, effects);
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
        if effects.allocates {
            thread::current().allocates_for().set(0);
        }
        let invocation = Invocation::new(&*(frame.record as *const Call), frame.pc);
        let call = checked(frame, effects, &invocation);
        after(&call);
        if is_beyond_capacity(&call) {
            give_up();
        }
    }
}

/// The function is about to be called, by the entry point.
#[inline]
fn begin(frame: &CallFrame, effects: &Effects) {
    if effects.allocates {
        thread::current().allocates_for().set(frame.of_entry());
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
        provenance::forget_data(address, length);
    }

    #[inline]
    fn reads_text(&self, address: usize) {
        self.reads_string(address);
    }

    fn over(&self, handle: usize, over: Over) {
        let call = self.called_from();
        self.report(Finding::InvalidJoin { handle, over, call });
    }

    fn refused(&self, address: usize, is_write: bool) {
        if heap::sealed(address).is_some() {
            self.report_access(address, 1, address, is_write);
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
pub(super) unsafe fn is_beyond_capacity<R: Ranges>(call: &Checked<'_, R>) -> bool {
    let [Effect::Capacity(_, unit), ..] = call.effects.list else {
        return false;
    };
    let capacity = call.frame.notes[note::TOLD].saturating_mul((*unit).into());
    has_succeeded(call.effects.success, call.frame.result)
        && call.effects.list.iter().any(|effect| match effect {
            // SAFETY: as the caller promises.
            Effect::HasWritten(place, extent) => unsafe {
                let address = call.address_of(*place);
                address.is_some_and(|address| call.length_of(address, *extent) > capacity)
            },
            _ => false,
        })
}
