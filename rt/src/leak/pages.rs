//! A growing array in pages of its own: neither the program's heap, which is being looked at, nor the arena of
//! reports, which never gives memory back.

use crate::platform::{self, PAGE};
use core::ops::{Deref, DerefMut};

/// Plain values in order.
pub struct Pages<T: Copy> {
    base: *mut T,
    length: usize,
    bytes: usize,
}

// SAFETY: owns its memory.
unsafe impl<T: Copy + Send> Send for Pages<T> {}

impl<T: Copy> Pages<T> {
    /// None, without memory.
    pub const fn new() -> Self {
        Pages {
            base: core::ptr::dangling_mut(),
            length: 0,
            bytes: 0,
        }
    }

    /// So many times `value`; `None` when memory is out.
    pub fn filled(value: T, count: usize) -> Option<Self> {
        let mut pages: Self = Pages::new();
        pages.grow(count)?;
        for at in 0..count {
            // SAFETY: room for `count` was made.
            unsafe { pages.base.add(at).write(value) };
        }
        pages.length = count;
        Some(pages)
    }

    /// Adds a value at the end; `None` when memory is out.
    #[inline]
    pub fn push(&mut self, value: T) -> Option<()> {
        if (self.length + 1) * size_of::<T>() > self.bytes {
            self.grow(self.length + 1)?;
        }
        // SAFETY: there is room.
        unsafe { self.base.add(self.length).write(value) };
        self.length += 1;
        Some(())
    }

    /// Takes the last value off.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.length = self.length.checked_sub(1)?;
        // SAFETY: it was written.
        Some(unsafe { self.base.add(self.length).read() })
    }

    /// Shortens to `length` values.
    pub fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    #[cold]
    fn grow(&mut self, count: usize) -> Option<()> {
        let bytes = count
            .checked_mul(size_of::<T>())?
            .max(2 * self.bytes)
            .max(16 * PAGE)
            .next_multiple_of(PAGE);
        let fresh = platform::map(0, bytes).ok()? as *mut T;
        // SAFETY: the new memory is larger than what was written.
        unsafe { fresh.copy_from_nonoverlapping(self.base, self.length) };
        self.release();
        (self.base, self.bytes) = (fresh, bytes);
        Some(())
    }

    fn release(&mut self) {
        if self.bytes != 0 {
            platform::unmap(self.base as usize, self.bytes);
        }
    }
}

impl<T: Copy> Default for Pages<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy> Drop for Pages<T> {
    fn drop(&mut self) {
        self.release();
    }
}

impl<T: Copy> Deref for Pages<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: so many were written.
        unsafe { core::slice::from_raw_parts(self.base, self.length) }
    }
}

impl<T: Copy> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: so many were written.
        unsafe { core::slice::from_raw_parts_mut(self.base, self.length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_and_keeps() {
        let mut pages = Pages::new();
        (0..100_000u64).for_each(|value| pages.push(value).unwrap());
        assert!(pages.iter().copied().eq(0..100_000));
        assert_eq!(pages.pop(), Some(99_999));
        pages.truncate(1);
        assert_eq!((pages.pop(), pages.pop()), (Some(0), None));
        assert_eq!(Pages::filled(7u8, 3).as_deref(), Some(&[7, 7, 7][..]));
    }
}
