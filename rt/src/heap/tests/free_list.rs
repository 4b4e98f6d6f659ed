//! FreeLists against a vector.

use super::super::free_list::FreeList;
use super::super::small::SlotRef;
use crate::platform;
use proptest::prelude::*;

proptest! {
    #[test]
    fn what_was_put_last_is_taken_first(steps in prop::collection::vec((any::<bool>(), 0..1200usize), 1..40)) {
        let mut free_list = FreeList::EMPTY;
        let mut model = Vec::new();
        let mut number = 1;
        for (put, count) in steps {
            if put {
                let slots: Vec<_> = (number..number + count).map(|n| SlotRef::new(n * 16, 3, false)).collect();
                number += count;
                free_list.put(&slots);
                model.extend(slots);
            } else {
                let mut slots = std::vec![SlotRef::NONE; count];
                let taken = free_list.take(&mut slots);
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
        let mut free_list = FreeList::EMPTY;
        let slots: Vec<_> = (1..=count).map(|n| SlotRef::new(n * 16, 2, false)).collect();
        free_list.put(&slots);
        let is_wanted = |slot: SlotRef| slot.start() / 16 % every < of;
        let mut left: Vec<_> = slots.iter().copied().filter(|slot| is_wanted(*slot)).collect();
        let mut seen = 0;
        free_list.for_each(|_| seen += 1);
        prop_assert_eq!(seen, count);
        prop_assert_eq!(free_list.retain(is_wanted), count - left.len());
        // It goes on as a free list does.
        free_list.put(&slots);
        left.extend(&slots);
        let mut taken = std::vec![SlotRef::NONE; 2 * count + 1];
        prop_assert_eq!(free_list.take(&mut taken), left.len());
        prop_assert_eq!(&taken[..left.len()], &left[..]);
    }
}

#[test]
fn expected_slots_find_room_when_memory_is_out() {
    let mut free_list = FreeList::EMPTY;
    for _ in 0..7 {
        assert!(free_list.expect(3000));
    }
    platform::refusal::after(0);
    assert!(!free_list.expect(100_000));
    let slots: Vec<_> = (1..=21_000)
        .map(|n| SlotRef::new(n * 16, 1, false))
        .collect();
    let mut taken = std::vec![SlotRef::NONE; 21_000];
    for _ in 0..2 {
        slots.chunks(100).for_each(|some| free_list.put(some));
        assert_eq!(free_list.take(&mut taken), 21_000);
        assert_eq!(taken, slots);
    }
    platform::refusal::after(usize::MAX);
}

#[test]
fn without_memory_slots_are_lost_and_nothing_else() {
    let mut free_list = FreeList::EMPTY;
    let slots = [SlotRef::new(32, 1, false); 5];
    platform::refusal::after(0);
    free_list.put(&slots);
    platform::refusal::after(usize::MAX);
    assert_eq!(free_list.take(&mut [SlotRef::NONE; 8]), 0);
    free_list.put(&slots);
    assert_eq!(free_list.take(&mut [SlotRef::NONE; 8]), 5);
}
