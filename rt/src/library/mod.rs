//! What library functions read and write, checked on behalf of their callers.
//!
//! The functions here are as those of the library, with one argument more: who calls ([`Invocation`]). They check,
//! call the real function, and check what only its result tells. Where a check fails and reports return, they go on
//! as if nothing had been found.

pub mod astray;
pub mod convert;
pub mod effects;
pub mod format;
pub mod held;
pub mod hooks;
pub mod limits;
pub mod mappings;
pub mod memory;
pub mod outside;
mod scan;
pub mod search;
pub mod strings;
pub mod switches;
mod text;
pub mod wide;

use crate::platform::CallFrame;
use crate::report::{self, By, CalledFrom, Finding, Origin};
use crate::stack::{self, Caller};
use crate::{heap, shadow, thread};
use core::ffi::CStr;
use sanecc_abi::library::effects::Effects;
use sanecc_abi::library::{self, Call, Callee, OWN_EFFECTS, OwnCallee, Row, row_at};

/// The arguments of a call as they came, also those of a function with any number of them.
#[repr(C)]
pub struct Arguments {
    /// Those in general registers. The real function gets what stands here after the check.
    pub general: [usize; CallFrame::GENERAL],
    /// Those in vector registers, 16 bytes each, as far as the entry stub saves any.
    pub vector: [[u64; 2]; 8],
    /// What else the entry stub keeps.
    reserved: [usize; 4],
    /// Those on the stack begin here, 8 bytes each.
    pub stack: [usize; 0],
}

/// A running call of a library function. Passed by value: two registers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Invocation {
    record: &'static Call,
    /// Return address.
    pc: usize,
}

impl Invocation {
    /// The call that `record` describes and that returns to `pc`.
    pub fn new(record: &'static Call, pc: usize) -> Self {
        Self { record, pc }
    }

    /// The real function.
    ///
    /// # Safety
    /// `F` is a type of function pointers, and that of the function.
    #[inline(always)]
    pub unsafe fn real<F: Copy>(self) -> F {
        const { assert!(size_of::<F>() == size_of::<*const ()>()) };
        // SAFETY: passes always fill in the callee; it is a constant of the module that is calling.
        unsafe {
            let callee = self.record.callee.get().unwrap_unchecked();
            core::mem::transmute_copy(&(*callee).real)
        }
    }

    /// The function's row in the table. Its number is a hint: an object of another build may have other numbers.
    #[inline]
    pub fn row(self) -> Option<&'static Row> {
        // SAFETY: as above.
        let callee = unsafe { &*self.record.callee.get()? };
        row_at(callee.row).or_else(|| row_by_name(callee))
    }

    /// What the function does to memory, where that is data.
    #[inline]
    pub fn effects(self) -> Option<&'static Effects> {
        // SAFETY: as above.
        let callee = unsafe { &*self.record.callee.get()? };
        match row_at(callee.row) {
            Some(row) => row.effects.as_ref(),
            // SAFETY: as above; the number says that it is one.
            None if callee.row == OWN_EFFECTS => unsafe {
                (*(&raw const *callee).cast::<OwnCallee>()).effects.as_ref()
            },
            None => row_by_name(callee)?.effects.as_ref(),
        }
    }

    /// The function has returned a chunk, if any, which its caller has allocated. `frame` is the caller's frame pointer.
    #[inline]
    pub fn allocates(self, chunk: usize, frame: usize) {
        if chunk != 0 {
            let trace = stack::remember(Caller { pc: self.pc, frame });
            heap::set_allocated_at(chunk, trace);
        }
    }

    /// Whether arguments are held to arrays ([`held`]), or one has gone astray: then no short test tells that nothing is wrong.
    #[inline(always)]
    pub fn is_held(self) -> bool {
        self.record.site.flags & (Call::HELD | Call::FOLLOWED) != 0 && self.is_surely_held()
    }

    #[inline(never)]
    fn is_surely_held(self) -> bool {
        self.record.site.flags & Call::HELD != 0 || thread::current().astray()[0].get().is_any()
    }

    /// Checks what is read.
    #[inline(always)]
    pub fn reads(self, address: usize, length: usize) {
        if self.is_held() || !shadow::is_in_first_run(address, length) {
            self.reads_all(address, length);
        }
    }

    /// Checks what is written.
    #[inline(always)]
    pub fn writes(self, address: usize, length: usize) {
        if self.is_held() || !shadow::is_in_first_run(address, length) {
            self.writes_all(address, length);
        }
    }

    /// Checks what is read, and likely is all that there is: the end of an object.
    #[inline(always)]
    pub fn reads_all(self, address: usize, length: usize) {
        if self.is_held() || !shadow::is_surely_addressable(address, length) {
            self.look_through(address, length, false);
        }
    }

    /// Checks what is written, likewise.
    #[inline(always)]
    pub fn writes_all(self, address: usize, length: usize) {
        if self.is_held() || !shadow::is_surely_addressable(address, length) {
            self.look_through(address, length, true);
        }
    }

    #[cold]
    #[inline(never)]
    fn look_through(self, address: usize, length: usize, is_write: bool) {
        if let Some(poisoned) = shadow::first_poisoned(address, length) {
            self.report_access(address, length, poisoned, is_write);
            return;
        }
        let flags = self.record.site.flags;
        let missed = match flags & Call::FOLLOWED != 0 {
            true => astray::missed(address, length),
            false => None,
        };
        let held = || held::missed(address, length);
        if let Some(missed) = missed.or_else(|| (flags & Call::HELD != 0).then(held)?) {
            let call = self.called_from();
            self.report(Finding::Object {
                start: address,
                length,
                object_start: missed.start,
                object_size: missed.size,
                by: By::Call { call, is_write },
                object: missed.object,
                origin: Origin::of(&missed),
            });
        }
    }

    /// Checks that a copy of `length` bytes goes to where it does not come from. Copies onto themselves are let pass,
    /// as ASan does: compilers make them of assignments.
    #[inline(always)]
    pub fn distinct(self, to: usize, from: usize, length: usize) {
        if to != from {
            self.disjoint((to, length), (from, length));
        }
    }

    /// Checks that two ranges (first byte and length) have no byte in common.
    #[inline(always)]
    pub fn disjoint(self, first: (usize, usize), second: (usize, usize)) {
        if overlap(first, second) {
            self.report_overlap(first, second);
        }
    }

    fn report_access(self, start: usize, length: usize, poisoned: usize, is_write: bool) {
        let call = self.called_from();
        let finding = match start.checked_add(length) {
            None => Finding::NegativeSize {
                address: start,
                size: length as isize,
                call,
            },
            Some(_) => Finding::Library {
                poisoned,
                start,
                length,
                is_write,
                call,
            },
        };
        self.report(finding);
    }

    #[cold]
    #[inline(never)]
    fn report_overlap(self, first: (usize, usize), second: (usize, usize)) {
        let call = self.called_from();
        self.report(Finding::Overlap {
            first,
            second,
            call,
        });
    }

    /// Reports an error of this call.
    #[cold]
    pub fn report(self, finding: Finding<'_>) {
        let caller = Caller {
            pc: self.pc,
            frame: 0,
        };
        report::from_caller(finding, caller);
    }

    /// The call, for a report.
    pub fn called_from(self) -> CalledFrom<'static> {
        let callee = self.record.callee.get();
        // SAFETY: records and names are constants of the module that is calling.
        let function = unsafe {
            callee
                .and_then(|callee| (*callee).name.get())
                .map_or(c"", |name| CStr::from_ptr(name))
        };
        CalledFrom {
            function,
            site: &self.record.site,
        }
    }
}

#[cold]
fn row_by_name(callee: &Callee) -> Option<&'static Row> {
    // SAFETY: names are constants of the module.
    let name = unsafe { CStr::from_ptr(callee.name.get()?) };
    library::find(name.to_str().ok()?)
}

/// Whether two ranges (first byte and length) have a byte in common.
#[inline(always)]
pub fn overlap((a, m): (usize, usize), (b, n): (usize, usize)) -> bool {
    // Negative lengths overlap with nothing: the check of the range says what they are.
    !(a.wrapping_add(m) <= b || b.wrapping_add(n) <= a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_do_not_overlap() {
        assert!(!overlap((16, 8), (24, 8)) && !overlap((24, 8), (16, 8)));
        assert!(overlap((16, 9), (24, 8)) && overlap((24, 8), (16, 9)));
        assert!(overlap((16, 100), (24, 8)) && overlap((24, 8), (16, 100)));
        assert!(!overlap((16, 0), (16, 0)));
    }
}
