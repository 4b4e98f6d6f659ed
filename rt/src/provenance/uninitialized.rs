//! Was an address made from a pointer that was never written? What such pointers hold is described in [`sanecc_abi::uninitialized`].

use super::is_followed;
use sanecc_abi::shadow::GRANULE_SHIFT;
use sanecc_abi::uninitialized::id_of;

/// The number in an address near to what a pointer held before it was written; none in programs that follow no provenance.
pub fn uninitialized(address: usize) -> Option<u32> {
    is_followed().then(|| id_of(address as u64)).flatten()
}

/// The address that was meant by one that an instruction could not access: itself, or that whose shadow lies there.
pub fn meant(accessed: usize, shadow: usize) -> Option<usize> {
    let checked = accessed.wrapping_sub(shadow) << GRANULE_SHIFT;
    let mut both = [accessed, checked].into_iter();
    both.find(|address| uninitialized(*address).is_some())
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::provenance::follow_once;
    use sanecc_abi::uninitialized::pattern;

    #[test]
    fn patterns_are_recognised_by_their_shadow_too() {
        follow_once();
        let (address, shadow) = (pattern(7) as usize + 24, 0x7fff_8000);
        assert_eq!(uninitialized(address), Some(7));
        assert_eq!(meant(address, shadow), Some(address));
        assert_eq!(meant((address >> 3) + shadow, shadow), Some(address));
        assert_eq!(meant(0x6020_0000_0010, shadow), None);
    }
}
