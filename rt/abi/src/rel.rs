//! Self-relative pointers: four bytes, no relocation at load time.

/// A pointer stored as its distance in bytes from its own address; 0 is "none".
///
/// The passes emit it as `trunc(target - address of this field)`, which the linker resolves.
#[repr(transparent)]
#[derive(Debug)]
pub struct Rel<T> {
    distance: i32,
    target: core::marker::PhantomData<*const T>,
}

// SAFETY: records are immutable constants of the program; the pointer is only formed when it is read.
unsafe impl<T> Sync for Rel<T> {}

impl<T> Rel<T> {
    /// No target.
    pub const NONE: Self = Rel {
        distance: 0,
        target: core::marker::PhantomData,
    };

    /// Leads to a target in the same file, for as long as neither is moved.
    pub fn lead_to(&mut self, target: *const T) {
        self.distance = (target as isize - &raw const *self as isize) as i32;
    }

    /// The target's address, or `None` where the record leaves it out.
    #[inline]
    pub fn get(&self) -> Option<*const T> {
        match self.distance {
            0 => None,
            d => Some((self as *const Self as isize + d as isize) as *const T),
        }
    }
}
