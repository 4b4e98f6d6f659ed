//! Which memory can be read at all, so that looking through it never faults: a program may have protected pages of
//! its stacks, its globals or its chunks.

use super::pages::Pages;
use crate::platform;
use core::ops::Range;

/// Readable memory of the process: ranges in ascending order, apart from each other.
pub struct Readable(Option<Pages<[usize; 2]>>);

impl Readable {
    /// As the kernel tells now; where it does not, everything counts as readable.
    pub fn now() -> Readable {
        let mut ranges: Pages<[usize; 2]> = Pages::new();
        let mut complete = true;
        let told = platform::for_each_mapping(|mapping| {
            if mapping.is_readable {
                complete &= Self::add(&mut ranges, mapping.range).is_some();
            }
            complete
        });
        Readable((told && complete).then_some(ranges))
    }

    fn add(ranges: &mut Pages<[usize; 2]>, range: Range<usize>) -> Option<()> {
        match ranges.last_mut() {
            Some(last) if last[1] == range.start => last[1] = range.end,
            _ => ranges.push([range.start, range.end])?,
        }
        Some(())
    }

    /// Calls `each` with the readable parts of a range.
    pub fn parts(&self, range: Range<usize>, mut each: impl FnMut(Range<usize>)) {
        let Some(ranges) = &self.0 else {
            return each(range);
        };
        let first = ranges.partition_point(|[_, end]| *end <= range.start);
        for [start, end] in ranges[first..].iter().copied() {
            if start >= range.end {
                return;
            }
            each(start.max(range.start)..end.min(range.end));
        }
    }

    /// Whether all of a range can be read.
    pub fn holds(&self, range: Range<usize>) -> bool {
        let mut bytes = 0;
        self.parts(range.clone(), |part| bytes += part.len());
        bytes == range.len()
    }

    /// The readable memory around an address, as far as it goes without a gap.
    pub fn around(&self, address: usize) -> Option<Range<usize>> {
        let ranges = self.0.as_ref()?;
        let at = ranges.partition_point(|[_, end]| *end <= address);
        let [start, end] = *ranges.get(at)?;
        (start <= address).then_some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readable(ranges: &[Range<usize>]) -> Readable {
        let mut pages = Pages::new();
        for range in ranges {
            Readable::add(&mut pages, range.clone()).unwrap();
        }
        Readable(Some(pages))
    }

    #[test]
    fn neighbours_are_one_and_gaps_are_left_out() {
        let memory = readable(&[10..20, 20..30, 40..50]);
        let parts = |range| {
            let mut parts = Vec::new();
            memory.parts(range, |part| parts.push(part));
            parts
        };
        assert_eq!(parts(0..100), [10..30, 40..50]);
        assert_eq!(parts(15..45), [15..30, 40..45]);
        assert_eq!(parts(30..40), []);
        assert!(memory.holds(10..30) && !memory.holds(10..31));
        assert_eq!(memory.around(29), Some(10..30));
        assert_eq!(memory.around(35), None);
    }

    #[test]
    fn protected_pages_cannot_be_read() {
        let page = platform::map(0, 2 * platform::PAGE).unwrap();
        assert!(Readable::now().holds(page..page + platform::PAGE));
        assert!(platform::seal(page, platform::PAGE));
        assert!(!Readable::now().holds(page..page + 1));
    }
}
