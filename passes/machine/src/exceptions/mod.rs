//! Exceptions of C++, as the Itanium ABI has them: [`unwind`] goes back through calls to who catches, [`types`] says which handler fits,
//! [`cast`] is what `dynamic_cast` asks at run time.
//!
//! An exception is known by the address of its object: what landing pads get, and hand to `__cxa_begin_catch`.

mod cast;
mod types;
mod unwind;

use crate::concrete::Pointer;
use rustc_hash::FxHashMap;

/// An exception that has been thrown and not been destroyed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exception {
    /// What was thrown.
    pub(crate) object: Pointer,
    /// Its `std::type_info`.
    pub(crate) type_info: Pointer,
    /// What destroys it; null for nothing.
    pub(crate) destructor: Pointer,
    /// How many handlers have it; negative while one throws it again.
    pub(crate) handlers: i32,
    /// How often it is kept, by `std::exception_ptr` and by being thrown.
    pub(crate) references: u32,
    /// What the handler that catches it gets.
    pub(crate) adjusted: Pointer,
}

/// The exceptions of all threads.
#[derive(Debug, Default)]
pub(crate) struct Exceptions {
    all: FxHashMap<u64, Exception>,
    /// Types that handlers are for, by their numbers from 1.
    types: Vec<u64>,
}

/// What a thread has to do with exceptions.
#[derive(Debug, Default)]
pub(crate) struct Handling {
    /// Those in handlers that have not ended, the latest last. 0 stands for the end of the thread itself.
    pub(crate) caught: Vec<u64>,
    /// The end of the thread was caught, and goes on.
    pub(crate) rethrown: bool,
    /// How many are on their way to a handler.
    pub(crate) uncaught: u32,
    /// What the landing pad that control comes to gets: the exception and which handler fits.
    pub(crate) landing: (Pointer, i32),
}

impl Exceptions {
    pub(crate) fn insert(&mut self, exception: Exception) {
        self.all.insert(exception.object.address, exception);
    }

    pub(crate) fn get(&mut self, object: u64) -> Option<&mut Exception> {
        self.all.get_mut(&object)
    }

    pub(crate) fn remove(&mut self, object: u64) {
        self.all.remove(&object);
    }

    /// Addresses of all objects that were thrown.
    pub(crate) fn objects(&self) -> impl Iterator<Item = u64> {
        self.all.keys().copied()
    }

    /// The number of a type that handlers are for.
    pub(crate) fn number_of(&mut self, type_info: u64) -> i32 {
        let known = self.types.iter().position(|known| *known == type_info);
        let number = known.unwrap_or_else(|| {
            self.types.push(type_info);
            self.types.len() - 1
        });
        number as i32 + 1
    }
}
