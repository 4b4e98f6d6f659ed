//! A first-in first-out queue linked through its elements, bounded in bytes.

/// Where an element of a queue keeps its link and how many bytes it holds back.
pub trait Links {
    /// Address of the next element's place.
    fn link(element: usize) -> *mut usize;
    /// Bytes that wait with it; `None` for something that cannot be an element.
    fn bytes(element: usize) -> Option<usize>;
}

/// A queue of freed chunks, linked through the chunks.
pub struct Queue<L: Links> {
    first: usize,
    last: usize,
    bytes: usize,
    links: core::marker::PhantomData<L>,
}

// SAFETY: only addresses; the memory behind them belongs to whoever holds the queue.
unsafe impl<L: Links> Send for Queue<L> {}

impl<L: Links> Default for Queue<L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<L: Links> Queue<L> {
    /// Nothing waits.
    pub const fn new() -> Self {
        Queue {
            first: 0,
            last: 0,
            bytes: 0,
            links: core::marker::PhantomData,
        }
    }

    /// Adds a freed chunk.
    ///
    /// # Safety
    /// `element` is a chunk's address (not 0) whose link may be written until it is popped.
    #[inline]
    pub unsafe fn push(&mut self, element: usize) {
        // SAFETY: as the caller promises, also for the element that was last.
        unsafe {
            *L::link(element) = 0;
            if self.last == 0 {
                self.first = element;
            } else {
                *L::link(self.last) = element;
            }
        }
        self.last = element;
        self.bytes += L::bytes(element).unwrap_or(0);
    }

    /// Takes the oldest chunk out if more than `limit` bytes wait.
    #[inline]
    pub fn pop_beyond(&mut self, limit: usize) -> Option<usize> {
        if self.bytes <= limit {
            return None;
        }
        self.pop()
    }

    /// Takes the oldest chunk out, however few bytes wait.
    pub fn pop(&mut self) -> Option<usize> {
        if self.first == 0 {
            return None;
        }
        let element = self.first;
        let Some(bytes) = L::bytes(element) else {
            // Code without checks wrote over the link in a freed chunk. The rest of the queue is lost:
            // its chunks stay freed for ever.
            *self = Self::new();
            return None;
        };
        // SAFETY: an element, so its link can be read.
        self.first = unsafe { *L::link(element) };
        if self.first == 0 {
            self.last = 0;
        }
        self.bytes = self.bytes.saturating_sub(bytes);
        Some(element)
    }

    /// Bytes that wait.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    /// In place of a size: no element.
    const BROKEN: usize = usize::MAX;

    /// Elements are words of a test's own memory: link, then size.
    struct Words;
    impl Links for Words {
        fn link(element: usize) -> *mut usize {
            element as *mut usize
        }
        fn bytes(element: usize) -> Option<usize> {
            // SAFETY: elements of the test are pairs of words.
            unsafe { *(element as *const [usize; 2]) }
                .get(1)
                .copied()
                .filter(|bytes| *bytes != BROKEN)
        }
    }

    proptest! {
        #[test]
        fn first_in_first_out_and_bounded(sizes in prop::collection::vec(1..5000usize, 1..200), limit in 0..20_000usize) {
            let mut elements: Vec<[usize; 2]> = sizes.iter().map(|size| [usize::MAX, *size]).collect();
            let base = elements.as_mut_ptr() as usize;
            let mut queue = Queue::<Words>::new();
            let mut model = VecDeque::new();
            for index in 0..sizes.len() {
                let element = base + index * size_of::<[usize; 2]>();
                // SAFETY: an element of the vector above.
                unsafe { queue.push(element) };
                model.push_back(element);
                while let Some(oldest) = queue.pop_beyond(limit) {
                    prop_assert_eq!(Some(oldest), model.pop_front());
                }
                let waiting: usize = model.iter().filter_map(|element| Words::bytes(*element)).sum();
                prop_assert_eq!(queue.bytes(), waiting);
                prop_assert!(waiting <= limit);
            }
        }
    }

    #[test]
    fn a_broken_element_ends_the_queue() {
        let mut elements = [[0, 100], [0, BROKEN], [0, 100]];
        let base = elements.as_mut_ptr() as usize;
        let mut queue = Queue::<Words>::new();
        for index in 0..3 {
            // SAFETY: an element of the array above.
            unsafe { queue.push(base + index * size_of::<[usize; 2]>()) };
        }
        assert_eq!(queue.pop_beyond(0), Some(base));
        assert_eq!(queue.pop_beyond(0), None);
        assert_eq!(queue.bytes(), 0);
    }
}
