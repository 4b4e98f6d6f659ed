//! Every operation against a model that knows of each byte whether it is addressable.

use super::user::{is_poisoned, user_poison, user_unpoison};
use super::*;
use proptest::prelude::*;
use sanecc_abi::shadow::GRANULE;

/// Granules of the memory that a case plays with.
const GRANULES: usize = 96;
const BYTES: usize = GRANULES * GRANULE;

/// Memory of a test's own whose shadow nothing else uses; made anew (untouched) for each case.
fn arena() -> usize {
    crate::shadow::set_up();
    let arena = platform::map(0, BYTES.next_multiple_of(PAGE)).unwrap();
    clear(arena, BYTES);
    arena
}

struct Model {
    base: usize,
    addressable: Vec<bool>,
}

impl Model {
    fn new() -> Self {
        Model {
            base: arena(),
            addressable: vec![true; BYTES],
        }
    }

    fn fill(&mut self, range: std::ops::Range<usize>, addressable: bool) {
        self.addressable[range].fill(addressable);
    }

    /// Every byte, and every range from some places, as the model has it.
    fn agree(&self) -> Result<(), TestCaseError> {
        for (index, addressable) in self.addressable.iter().enumerate() {
            prop_assert_eq!(
                is_poisoned(self.base + index),
                !addressable,
                "byte {}",
                index
            );
        }
        for start in (0..BYTES).step_by(5) {
            for length in [1, 2, 4, 7, 8, 16, 31, 64, 100, 333, BYTES] {
                let length = length.min(BYTES - start);
                let poisoned = (start..start + length).find(|index| !self.addressable[*index]);
                let found = first_poisoned(self.base + start, length).map(|at| at - self.base);
                prop_assert_eq!(found, poisoned, "range {}..{}", start, start + length);
                let seems_addressable = is_readily_addressable(self.base + start, length)
                    || is_surely_addressable(self.base + start, length);
                let last = self.base + start + length - 1;
                for (most, exact) in [(usize::MAX, true), (8, length < 64)] {
                    let addressable = is_addressable_between(self.base + start, last, most);
                    prop_assert!(poisoned.is_none() || !addressable);
                    prop_assert!(
                        !exact || addressable == poisoned.is_none(),
                        "{start} {length} {most}"
                    );
                }
                prop_assert!(
                    !seems_addressable || poisoned.is_none(),
                    "range {}..{}",
                    start,
                    start + length
                );
            }
            let (ahead, ends) = addressable_ahead(self.base + start);
            let poisoned = (start..BYTES).find(|index| !self.addressable[*index]);
            prop_assert!(
                start + ahead <= poisoned.unwrap_or(usize::MAX),
                "ahead of {}",
                start
            );
            prop_assert!(
                !ends || poisoned.is_none_or(|poisoned| start + ahead == poisoned),
                "end from {}",
                start
            );
        }
        Ok(())
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        clear(self.base, BYTES);
        platform::unmap(self.base, BYTES.next_multiple_of(PAGE));
    }
}

/// What a program does to the shadow. Objects own slots of 12 granules: redzone, up to 8 granules, redzone.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Object { slot: usize, size: usize },
    Free { slot: usize },
    Clear { slot: usize },
    UserPoison { start: usize, length: usize },
    UserUnpoison { start: usize, length: usize },
}

const SLOT: usize = 12 * GRANULE;
const LEFT: usize = 2 * GRANULE;
const SLOTS: usize = BYTES / SLOT;

fn operation() -> impl Strategy<Value = Operation> {
    let range =
        || (0..BYTES, 0..BYTES).prop_map(|(start, length)| (start, length.min(BYTES - start)));
    prop_oneof![
        (0..SLOTS, 0..=8 * GRANULE).prop_map(|(slot, size)| Operation::Object { slot, size }),
        (0..SLOTS).prop_map(|slot| Operation::Free { slot }),
        (0..SLOTS).prop_map(|slot| Operation::Clear { slot }),
        range().prop_map(|(start, length)| Operation::UserPoison { start, length }),
        range().prop_map(|(start, length)| Operation::UserUnpoison { start, length }),
    ]
}

impl Operation {
    fn apply(self, model: &mut Model) {
        let base = model.base;
        match self {
            Operation::Object { slot, size } => {
                // The slot's left redzone may be promised by what was before: refold first.
                let start = slot * SLOT;
                user_poison(base + start, SLOT, Poison::User);
                poison(base + start, SLOT, Poison::Heap);
                unpoison(base + start + LEFT, size);
                model.fill(start..start + SLOT, false);
                model.fill(start + LEFT..start + LEFT + size, true);
            }
            Operation::Free { slot } => {
                let start = slot * SLOT;
                user_poison(base + start, SLOT, Poison::User);
                poison(base + start, SLOT, Poison::Freed);
                model.fill(start..start + SLOT, false);
            }
            Operation::Clear { slot } => {
                let start = slot * SLOT;
                user_poison(base + start, SLOT, Poison::User);
                clear(base + start, SLOT);
                model.fill(start..start + SLOT, true);
            }
            Operation::UserPoison { start, length } => {
                user_poison(base + start, length, Poison::User);
                model.user_poison(start, length);
            }
            Operation::UserUnpoison { start, length } => {
                user_unpoison(base + start, length);
                if length > 0 {
                    model.fill(start / GRANULE * GRANULE..start + length, true);
                }
            }
        }
    }
}

impl Model {
    /// ASan's rule: a granule can lose its end only; an addressable rest of the last granule keeps all of it addressable.
    fn user_poison(&mut self, start: usize, length: usize) {
        let end = start + length;
        for granule in start / GRANULE..end.div_ceil(GRANULE) {
            let (first, last) = (granule * GRANULE, (granule + 1) * GRANULE);
            let rest_is_addressable = end < last && self.addressable[end..last].contains(&true);
            if !rest_is_addressable && length > 0 {
                self.addressable[start.max(first)..end.min(last)].fill(false);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn shadow_and_model_agree(operations in prop::collection::vec(operation(), 1..25)) {
        let mut model = Model::new();
        for operation in operations {
            operation.apply(&mut model);
            model.agree()?;
        }
    }

    #[test]
    fn objects_of_any_size_are_checked_to_the_byte(size in 0..200_000usize) {
        let base = arena();
        let length = (size + 64).next_multiple_of(PAGE);
        platform::unmap(base, BYTES.next_multiple_of(PAGE));
        let base = platform::map(0, length).unwrap();
        poison(base, length, Poison::Heap);
        unpoison(base + 16, size);
        prop_assert_eq!(first_poisoned(base + 16, size), None);
        prop_assert!(size == 0 || is_surely_addressable(base + 16, size));
        prop_assert!(size < 2 || is_surely_addressable(base + 16 + size / 3, size - size / 3));
        prop_assert_eq!(addressable_ahead(base + 16 + size / 3), (size - size / 3, true));
        prop_assert_eq!(first_poisoned(base + 16, size + 1), Some(base + 16 + size));
        prop_assert_eq!(first_poisoned(base + 15, size + 1), Some(base + 15));
        prop_assert_eq!(first_poisoned(base + 16 + size / 2, size), (size > 0).then_some(base + 16 + size));
        for index in (0..size / GRANULE).step_by(1 + size / 50) {
            prop_assert_eq!(Some(get(base + 16 + index * GRANULE)), sanecc_abi::shadow::addressable(size, index));
        }
        clear(base, length);
        prop_assert_eq!(first_poisoned(base, length), None);
        platform::unmap(base, length);
    }

    #[test]
    fn short_ranges_of_unfolded_objects_are_readily_addressable(size in 1..3000usize, start in 0..1000usize) {
        let length = PAGE;
        let base = platform::map(0, length).unwrap();
        poison(base, length, Poison::Heap);
        unpoison_sparsely(base + 16, size);
        let place = base + 16 + start.min(size - 1);
        for part in 1..=(base + 16 + size - place) {
            let end = place + part - (base + 16);
            let whole = end.next_multiple_of(GRANULE) <= size;
            let is_short = (place + part - 1) / GRANULE - place / GRANULE < 64;
            // Near the end of a page of shadow a few are looked at more closely.
            let is_near_end = at(place) as usize % PAGE > PAGE - 8;
            prop_assert!(is_near_end || is_readily_addressable(place, part) == (whole && is_short), "{} from {}", part, place - base);
            prop_assert_eq!(first_poisoned(place, part), None);
        }
        prop_assert!(!is_readily_addressable(place, base + 16 + size - place + 1));
        prop_assert_eq!(first_poisoned(place, base + 17 + size - place), Some(base + 16 + size));
        clear(base, length);
        platform::unmap(base, length);
    }
}

#[test]
fn no_shadow_is_read_where_there_is_none() {
    use crate::shadow::map::shadow_end;
    let shadow = crate::platform::SHADOW_OFFSET;
    for (first, last) in [
        (shadow, shadow),
        (8, shadow_end()),
        (shadow_end() - 1, usize::MAX),
        (16, 8),
    ] {
        assert!(!is_addressable_between(first, last, usize::MAX));
    }
}

#[test]
fn ranges_that_are_no_addresses() {
    arena();
    assert_eq!(first_poisoned(usize::MAX, 2), Some(usize::MAX));
    assert_eq!(first_poisoned(usize::MAX - 7, 8), Some(usize::MAX - 7));
    assert_eq!(
        first_poisoned(platform::address_end() - 8, 9),
        Some(platform::address_end())
    );
    assert_eq!(first_poisoned(usize::MAX, 0), None);
}

#[test]
fn large_ranges_are_cleared_by_giving_pages_back() {
    arena();
    let length = 16 << 20;
    let base = platform::map(0, length).unwrap();
    poison(base, length, Poison::Freed);
    clear(base + 8, length - 16);
    assert_eq!(first_poisoned(base + 8, length - 16), None);
    assert!(is_poisoned(base) && is_poisoned(base + length - 1));
    clear(base, length);
    platform::unmap(base, length);
}

#[test]
fn a_range_beyond_all_addresses_is_blamed_on_its_first_poisoned_byte() {
    let base = arena();
    poison(base + 64, 16, sanecc_abi::shadow::Poison::Heap);
    for length in [
        usize::MAX,
        usize::MAX - base,
        usize::MAX / 2 + 1,
        platform::address_end(),
    ] {
        for offset in [0, 1, 4, 63] {
            assert_eq!(first_poisoned(base + offset, length), Some(base + 64));
        }
        assert_eq!(first_poisoned(base + 70, length), Some(base + 70));
    }
    for address in [platform::address_end(), usize::MAX] {
        assert_eq!(first_poisoned(address, 8), Some(address));
    }
    clear(base, BYTES);
}

#[test]
fn what_is_cleared_where_it_was_written_is_all_that_was_asked_for() {
    const STEP: usize = PAGE * GRANULE;
    crate::shadow::set_up();
    // Below and above the size from which shadow is handed back as a whole.
    for steps in [3, 40] {
        let bytes = steps * STEP;
        let base = platform::map(0, bytes).unwrap();
        for poisoned in [0, PAGE, STEP, 2 * STEP - GRANULE, bytes - 2 * PAGE] {
            user_poison(base, PAGE, Poison::User);
            user_poison(base + bytes - PAGE, PAGE, Poison::User);
            user_poison(base + poisoned, GRANULE, Poison::User);
            clear_if_written(base + PAGE, bytes - 2 * PAGE);
            assert_eq!(first_poisoned(base + PAGE, bytes - 2 * PAGE), None);
            assert!(is_poisoned(base + PAGE - 1) && is_poisoned(base + bytes - PAGE));
        }
        clear(base, bytes);
        platform::unmap(base, bytes);
    }
}
