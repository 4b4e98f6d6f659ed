//! Leaks that belong together: allocated at the same place, and either all found directly or all through others.

use super::pages::Pages;
use super::reach::Marking;
use super::snapshot::Tag;
use crate::heap::census::for_each_chunk;
use crate::heap::header::State;
use crate::stack::depot;

/// A leaked chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leak {
    /// Where it was allocated.
    pub trace: depot::Id,
    /// Whether another leaked chunk points to it.
    pub is_indirect: bool,
    /// First byte.
    pub start: usize,
    /// Bytes.
    pub size: usize,
}

/// Leaks with the same trace, all of them direct or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Where they were allocated.
    pub trace: depot::Id,
    /// Whether other leaked chunks point to them.
    pub is_indirect: bool,
    /// Bytes of all of them.
    pub bytes: usize,
    /// Place of the first one among the leaks.
    pub first: usize,
    /// How many they are.
    pub count: usize,
}

/// All leaks, in the order of their groups, and the groups, the largest direct ones first.
pub struct Leaks {
    /// See [`Leak`].
    pub chunks: Pages<Leak>,
    /// See [`Group`].
    pub groups: Pages<Group>,
}

impl Leaks {
    /// Collects what a search has not reached. `None` when memory is out.
    pub fn collect(search: &mut Marking<'_>) -> Option<Leaks> {
        let mut chunks = Pages::new();
        for region in 0..search.heap.regions() {
            for index in 0..search.heap.slots(region) {
                let (place, slot) = search.heap.nth(region, index);
                let tag = search.heap.tag(place);
                if !matches!(tag, Tag::Lost | Tag::Indirect) {
                    continue;
                }
                if let Some(chunk) = search.heap.live(region, slot) {
                    chunks.push(Leak {
                        trace: chunk.trace,
                        is_indirect: tag == Tag::Indirect,
                        start: chunk.start,
                        // A chunk of no bytes has memory of its own, too.
                        size: chunk.size.max(1),
                    })?;
                }
            }
        }
        Leaks::sort(chunks)
    }

    /// The same of all chunks in use, as exact as counting them is while other threads run. `None` when memory is out.
    pub fn of_all_in_use() -> Option<Leaks> {
        let mut chunks = Pages::new();
        let mut has_memory = true;
        for_each_chunk(|found| {
            if found.chunk.state == State::Allocated {
                let leak = Leak {
                    trace: found.traces.0,
                    is_indirect: false,
                    start: found.start,
                    size: found.chunk.size,
                };
                has_memory &= chunks.push(leak).is_some();
            }
        });
        if !has_memory {
            return None;
        }
        Leaks::sort(chunks)
    }

    /// The same as if stacks had been taken to that depth only. `None` when memory is out.
    pub fn of_depth(mut self, frames: usize) -> Option<Leaks> {
        for leak in self.chunks.iter_mut() {
            if let Some(trace) = depot::get(leak.trace) {
                let kept = &trace.frames[..trace.frames.len().min(frames)];
                leak.trace = depot::insert(trace.thread, kept);
            }
        }
        Leaks::sort(self.chunks)
    }

    fn sort(mut chunks: Pages<Leak>) -> Option<Leaks> {
        let places = Places::of(&mut chunks)?;
        chunks.sort_unstable_by_key(|leak| {
            (places.first_alike(leak.trace), leak.is_indirect, leak.start)
        });
        let mut groups: Pages<Group> = Pages::new();
        for (place, leak) in chunks.iter().enumerate() {
            let trace = depot::Id(places.first_alike(leak.trace));
            match groups.last_mut() {
                Some(last) if (last.trace, last.is_indirect) == (trace, leak.is_indirect) => {
                    last.bytes += leak.size;
                    last.count += 1;
                }
                _ => groups.push(Group {
                    trace,
                    is_indirect: leak.is_indirect,
                    bytes: leak.size,
                    first: place,
                    count: 1,
                })?,
            }
        }
        groups.sort_unstable_by_key(|group| {
            (
                group.is_indirect,
                core::cmp::Reverse(group.bytes),
                group.trace.0,
            )
        });
        Some(Leaks { chunks, groups })
    }

    /// The chunks of a group.
    pub fn of(&self, group: &Group) -> &[Leak] {
        &self.chunks[group.first..group.first + group.count]
    }
}

/// The traces of some leaks. Those of different threads through the same code are one place.
struct Places(Pages<(u32, u32)>);

impl Places {
    fn of(chunks: &mut Pages<Leak>) -> Option<Places> {
        chunks.sort_unstable_by_key(|leak| leak.trace.0);
        let mut traces: Pages<(u32, u32)> = Pages::new();
        for leak in chunks.iter() {
            if traces.last().is_none_or(|last| last.0 != leak.trace.0) {
                traces.push((leak.trace.0, leak.trace.0))?;
            }
        }
        let frames = |id| depot::get(depot::Id(id)).map(|trace| trace.frames);
        traces.sort_unstable_by_key(|(id, _)| (frames(*id), *id));
        for next in 1..traces.len() {
            let (before, own) = (traces[next - 1], traces[next].0);
            if frames(own).is_some() && frames(before.0) == frames(own) {
                traces[next].1 = before.1;
            }
        }
        traces.sort_unstable();
        Some(Places(traces))
    }

    /// The first of the traces through the same code.
    fn first_alike(&self, trace: depot::Id) -> u32 {
        match self.0.binary_search_by_key(&trace.0, |(id, _)| *id) {
            Ok(place) => self.0[place].1,
            Err(_) => trace.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lost chunks: thread and place that allocated them, whether they are indirect, bytes.
    fn leaks(of: &[(u32, usize, bool, usize)]) -> Leaks {
        let mut chunks = Pages::new();
        for (thread, place, is_indirect, size) in of.iter().copied() {
            let leak = Leak {
                trace: depot::insert(thread, &[place]),
                is_indirect,
                start: 16 * chunks.len(),
                size,
            };
            chunks.push(leak).unwrap();
        }
        Leaks::sort(chunks).unwrap()
    }

    fn told(leaks: &Leaks) -> Vec<(usize, bool, usize, usize)> {
        let place = |group: &Group| depot::get(group.trace).unwrap().frames[0];
        let groups = leaks.groups.iter();
        let tell = |group: &Group| {
            let count = leaks.of(group).len();
            (place(group), group.is_indirect, group.bytes, count)
        };
        groups.map(tell).collect()
    }

    #[test]
    fn groups_by_place_and_kind_the_largest_direct_first() {
        let leaks = leaks(&[
            (0, 71, false, 10),
            (0, 72, false, 5),
            (0, 72, true, 900),
            (0, 71, false, 10),
            (0, 72, false, 100),
            (0, 73, true, 1),
        ]);
        let expected = [
            (72, false, 105, 2),
            (71, false, 20, 2),
            (72, true, 900, 1),
            (73, true, 1, 1),
        ];
        assert_eq!(told(&leaks), expected);
    }

    #[test]
    fn stacks_of_less_depth_are_fewer() {
        let of_depth = |frames| {
            let mut chunks = Pages::new();
            for (caller, size) in [(81, 5), (82, 6)] {
                let leak = Leak {
                    trace: depot::insert(0, &[80, caller]),
                    is_indirect: false,
                    start: 0,
                    size,
                };
                chunks.push(leak).unwrap();
            }
            told(&Leaks::sort(chunks).unwrap().of_depth(frames).unwrap())
        };
        assert_eq!(of_depth(2).len(), 2);
        assert_eq!(of_depth(1), [(80, false, 11, 2)]);
    }

    #[test]
    fn threads_in_the_same_code_are_one_place() {
        let leaks = leaks(&[
            (7, 74, false, 10),
            (8, 74, false, 10),
            (9, 75, false, 1),
            (9, 74, false, 10),
        ]);
        assert_eq!(told(&leaks), [(74, false, 30, 3), (75, false, 1, 1)]);
    }
}
