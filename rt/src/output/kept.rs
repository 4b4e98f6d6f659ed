//! A string option, copied: the program may write over its environment.

use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// At most `N` bytes.
pub struct Kept<const N: usize> {
    bytes: [AtomicU8; N],
    length: AtomicUsize,
}

impl<const N: usize> Default for Kept<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Kept<N> {
    /// Nothing.
    pub const fn new() -> Self {
        Kept {
            bytes: [const { AtomicU8::new(0) }; N],
            length: AtomicUsize::new(0),
        }
    }

    /// Keeps a copy; false, and nothing changed, where it is too long.
    pub fn set(&self, text: &[u8]) -> bool {
        if text.len() > N {
            return false;
        }
        for (to, from) in self.bytes.iter().zip(text) {
            to.store(*from, Ordering::Relaxed);
        }
        self.length.store(text.len(), Ordering::Release);
        true
    }

    /// What is kept, written to `buffer`.
    pub fn get<'a>(&self, buffer: &'a mut [u8; N]) -> &'a [u8] {
        let length = self.length.load(Ordering::Acquire);
        for (to, from) in buffer.iter_mut().zip(&self.bytes[..length]) {
            *to = from.load(Ordering::Relaxed);
        }
        &buffer[..length]
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.length.load(Ordering::Acquire) == 0
    }
}
