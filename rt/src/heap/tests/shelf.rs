//! Shelves against a vector.

use super::super::shelf::Shelf;
use super::super::small::Chunk;
use crate::platform;
use proptest::prelude::*;

proptest! {
    #[test]
    fn what_was_put_last_is_taken_first(steps in prop::collection::vec((any::<bool>(), 0..1200usize), 1..40)) {
        let mut shelf = Shelf::EMPTY;
        let mut model = Vec::new();
        let mut number = 1;
        for (put, count) in steps {
            if put {
                let slots: Vec<_> = (number..number + count).map(|n| Chunk::new(n * 16, 3, false)).collect();
                number += count;
                shelf.put(&slots);
                model.extend(slots);
            } else {
                let mut slots = std::vec![Chunk::NONE; count];
                let taken = shelf.take(&mut slots);
                prop_assert_eq!(taken, count.min(model.len()));
                let expected = model.split_off(model.len() - taken);
                prop_assert_eq!(&slots[..taken], &expected[..]);
            }
        }
    }
}

proptest! {
    #[test]
    fn what_is_not_wanted_goes_and_the_rest_keeps_its_order(count in 0..2600usize, every in 1..700usize, of in 1..700usize) {
        let mut shelf = Shelf::EMPTY;
        let slots: Vec<_> = (1..=count).map(|n| Chunk::new(n * 16, 2, false)).collect();
        shelf.put(&slots);
        let is_wanted = |slot: Chunk| slot.start() / 16 % every < of;
        let mut left: Vec<_> = slots.iter().copied().filter(|slot| is_wanted(*slot)).collect();
        let mut seen = 0;
        shelf.for_each(|_| seen += 1);
        prop_assert_eq!(seen, count);
        prop_assert_eq!(shelf.retain(is_wanted), count - left.len());
        // It goes on as a shelf does.
        shelf.put(&slots);
        left.extend(&slots);
        let mut taken = std::vec![Chunk::NONE; 2 * count + 1];
        prop_assert_eq!(shelf.take(&mut taken), left.len());
        prop_assert_eq!(&taken[..left.len()], &left[..]);
    }
}

#[test]
fn expected_slots_find_room_when_memory_is_out() {
    let mut shelf = Shelf::EMPTY;
    for _ in 0..7 {
        assert!(shelf.expect(3000));
    }
    platform::refusal::after(0);
    assert!(!shelf.expect(100_000));
    let slots: Vec<_> = (1..=21_000).map(|n| Chunk::new(n * 16, 1, false)).collect();
    let mut taken = std::vec![Chunk::NONE; 21_000];
    for _ in 0..2 {
        slots.chunks(100).for_each(|some| shelf.put(some));
        assert_eq!(shelf.take(&mut taken), 21_000);
        assert_eq!(taken, slots);
    }
    platform::refusal::after(usize::MAX);
}

#[test]
fn without_memory_slots_are_lost_and_nothing_else() {
    let mut shelf = Shelf::EMPTY;
    let slots = [Chunk::new(32, 1, false); 5];
    platform::refusal::after(0);
    shelf.put(&slots);
    platform::refusal::after(usize::MAX);
    assert_eq!(shelf.take(&mut [Chunk::NONE; 8]), 0);
    shelf.put(&slots);
    assert_eq!(shelf.take(&mut [Chunk::NONE; 8]), 5);
}
