//! A function of a higher layer that a lower one calls: errors and ends of threads go up through it.

use core::marker::PhantomData;
use core::sync::atomic::{AtomicPtr, Ordering};

/// A place for a function of one argument. Empty at first.
pub struct Hook<A> {
    function: AtomicPtr<()>,
    argument: PhantomData<fn(A)>,
}

impl<A> Default for Hook<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> Hook<A> {
    /// No function yet.
    pub const fn new() -> Self {
        Hook {
            function: AtomicPtr::new(core::ptr::null_mut()),
            argument: PhantomData,
        }
    }

    /// Installs the function.
    pub fn set(&self, function: fn(A)) {
        self.function.store(function as *mut (), Ordering::Release);
    }

    /// Calls the function, if one is installed.
    pub fn call(&self, argument: A) {
        let function = self.function.load(Ordering::Acquire);
        if !function.is_null() {
            // SAFETY: `set` stores functions of this type only.
            unsafe { core::mem::transmute::<*mut (), fn(A)>(function)(argument) };
        }
    }
}
