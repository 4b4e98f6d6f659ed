//! A small mutex on a futex, and data behind it. Not fair, not recursive; four bytes.

use crate::platform;
use core::cell::UnsafeCell;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

const FREE: u32 = 0;
const HELD: u32 = 1;
const CONTENDED: u32 = 2;

static MANY_THREADS: u8 = 0;
/// The C library's flag that no second thread was ever started; [`MANY_THREADS`] until it is known.
static SINGLE_THREADED: AtomicPtr<u8> = AtomicPtr::new((&raw const MANY_THREADS).cast_mut());

/// Looks up whether the C library tells us about threads. Locks are correct without, and dearer.
pub fn find_thread_flag() {
    let flag = platform::single_threaded_flag();
    if !flag.is_null() {
        SINGLE_THREADED.store(flag.cast_mut(), Ordering::Relaxed);
    }
}

/// Whether no other thread can run now. A plain store is then as addressable as an atomic exchange.
#[inline(always)]
pub fn single_threaded() -> bool {
    // SAFETY: points to a byte that lives as long as the program; only `pthread_create` changes it, in this thread.
    unsafe { *SINGLE_THREADED.load(Ordering::Relaxed) != 0 }
}

/// A mutex without data.
pub struct Lock(AtomicU32);

impl Default for Lock {
    fn default() -> Self {
        Self::new()
    }
}

impl Lock {
    /// A free lock.
    pub const fn new() -> Self {
        Lock(AtomicU32::new(FREE))
    }

    /// Takes the lock; waits for it.
    #[inline]
    pub fn acquire(&self) {
        if single_threaded() && self.0.load(Ordering::Relaxed) == FREE {
            self.0.store(HELD, Ordering::Relaxed);
        } else if self
            .0
            .compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed)
            .is_err()
        {
            self.acquire_contended();
        }
    }

    #[cold]
    fn acquire_contended(&self) {
        for _ in 0..100 {
            if self
                .0
                .compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed)
                .is_ok()
            {
                return;
            }
            core::hint::spin_loop();
        }
        while self.0.swap(CONTENDED, Ordering::Acquire) != FREE {
            platform::wait(&self.0, CONTENDED);
        }
    }

    /// Takes the lock if it is free.
    pub fn try_acquire(&self) -> bool {
        self.0
            .compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
    }

    /// Takes the lock if it gets free in so many milliseconds: a signal handler may have come between the holder and its
    /// release.
    pub fn acquire_for(&self, milliseconds: u32) -> bool {
        for _ in 0..milliseconds {
            if self.try_acquire() {
                return true;
            }
            platform::sleep_milliseconds(1);
        }
        self.try_acquire()
    }

    /// Gives the lock back; the caller holds it.
    #[inline]
    pub fn release(&self) {
        if single_threaded() && self.0.load(Ordering::Relaxed) == HELD {
            self.0.store(FREE, Ordering::Relaxed);
        } else if self.0.swap(FREE, Ordering::Release) == CONTENDED {
            platform::wake(&self.0);
        }
    }
}

/// Data that only the holder of the lock touches.
pub struct Locked<T> {
    lock: Lock,
    data: UnsafeCell<T>,
}

// SAFETY: `with` hands the data to one thread at a time.
unsafe impl<T> Sync for Locked<T> {}

impl<T> Locked<T> {
    /// Data behind a free lock.
    pub const fn new(data: T) -> Self {
        Locked {
            lock: Lock::new(),
            data: UnsafeCell::new(data),
        }
    }

    /// Takes the lock until the guard is dropped.
    #[inline]
    pub fn hold(&self) -> Guard<'_, T> {
        self.lock.acquire();
        Guard(self)
    }

    /// The same if the lock is free.
    pub fn try_hold(&self) -> Option<Guard<'_, T>> {
        self.lock.try_acquire().then_some(Guard(self))
    }

    /// The lock itself, for `fork`.
    pub fn lock(&self) -> &Lock {
        &self.lock
    }

    /// The data for a report, without the lock when another thread holds it: that thread may be the one
    /// that failed, and a report that waits for ever is worth less than one that is slightly off.
    pub fn peek<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        let mut held = false;
        for _ in 0..1000 {
            held = self.lock.try_acquire();
            if held {
                break;
            }
            core::hint::spin_loop();
        }
        // SAFETY: only read, and the process is about to end; see above.
        let result = read(unsafe { &*self.data.get() });
        if held {
            self.lock.release();
        }
        result
    }
}

/// Access to [`Locked`] data.
pub struct Guard<'a, T>(&'a Locked<T>);

impl<T> Deref for Guard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: this guard holds the lock.
        unsafe { &*self.0.data.get() }
    }
}

impl<T> DerefMut for Guard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard holds the lock.
        unsafe { &mut *self.0.data.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.0.lock.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends() {
        let lock = Lock::new();
        assert!(lock.acquire_for(0));
        assert!(!lock.acquire_for(3));
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| lock.acquire_for(60_000));
            lock.release();
            assert!(waiter.join().unwrap());
        });
    }

    #[test]
    fn counts_from_four_threads() {
        static COUNT: Locked<u64> = Locked::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..20_000).for_each(|_| *COUNT.hold() += 1));
            }
        });
        assert_eq!(*COUNT.hold(), 80_000);
        assert!(COUNT.lock().try_acquire());
        assert!(!COUNT.lock().try_acquire());
        assert!(COUNT.try_hold().is_none());
        COUNT.lock().release();
        assert!(COUNT.try_hold().is_some_and(|count| *count == 80_000));
        assert!(COUNT.lock().try_acquire());
    }
}
