//! Which bytes of an object have a value.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// A bit for each byte, set where all bits of the byte have a value; bytes of which some have one are listed besides.
#[derive(Clone, Debug, Default)]
pub struct Initialized {
    /// Those of small objects, which are many, lie here.
    words: SmallVec<[u64; 2]>,
    /// Bits without a value, of bytes that have some with one.
    partial: Option<Box<FxHashMap<u64, u8>>>,
}

impl Initialized {
    /// Of so many bytes, none with a value.
    pub fn none(bytes: u64) -> Self {
        Initialized {
            words: smallvec![0; bytes.div_ceil(64) as usize],
            partial: None,
        }
    }

    /// Makes it that of so many bytes without a value again.
    pub fn reset(&mut self, bytes: u64) {
        self.words.clear();
        self.words.resize(bytes.div_ceil(64) as usize, 0);
        self.partial = None;
    }

    /// Whether all of up to 64 bytes have a value.
    #[inline(always)]
    pub fn all_of_few(&self, at: u64, bytes: u64) -> bool {
        let (word, shift) = ((at / 64) as usize, at % 64);
        let wanted = u64::MAX >> (64 - bytes);
        let low = self.words[word] >> shift;
        if shift + bytes <= 64 {
            return low & wanted == wanted;
        }
        (low | self.words[word + 1] << (64 - shift)) & wanted == wanted
    }

    /// The first byte of a range that has no value, or only in part.
    pub fn first_undefined(&self, at: u64, bytes: u64) -> Option<u64> {
        let end = at + bytes;
        let mut here = at;
        while here < end {
            let few = (end - here).min(64 - here % 64);
            if !self.all_of_few(here, few) {
                return (here..here + few).find(|byte| !self.all_of_few(*byte, 1));
            }
            here += few;
        }
        None
    }

    /// The bits of a byte that have no value.
    #[inline]
    pub fn undefined_bits(&self, at: u64) -> u8 {
        match self.all_of_few(at, 1) {
            true => 0,
            false => {
                let partial = self.partial.as_deref();
                partial
                    .and_then(|bits| bits.get(&at).copied())
                    .unwrap_or(0xff)
            }
        }
    }

    /// Gives up to 64 bytes a value, or takes it from them.
    #[inline]
    pub fn set_few(&mut self, at: u64, bytes: u64, value: bool) {
        if let Some(partial) = &mut self.partial {
            (at..at + bytes).for_each(|byte| _ = partial.remove(&byte));
            if partial.is_empty() {
                self.partial = None;
            }
        }
        let (word, shift) = ((at / 64) as usize, at % 64);
        let all = u64::MAX >> (64 - bytes);
        let mut put = |word: usize, bits: u64| match value {
            true => self.words[word] |= bits,
            false => self.words[word] &= !bits,
        };
        put(word, all << shift);
        if shift + bytes > 64 {
            put(word + 1, all >> (64 - shift));
        }
    }

    /// Gives the bytes of a range a value, or takes it from them.
    pub fn set(&mut self, at: u64, bytes: u64, value: bool) {
        let end = at + bytes;
        let mut here = at;
        while here < end {
            let few = (end - here).min(64 - here % 64);
            self.set_few(here, few, value);
            here += few;
        }
    }

    /// Says of one byte which of its bits have no value.
    pub fn set_byte(&mut self, at: u64, undefined: u8) {
        self.set_few(at, 1, undefined == 0);
        if undefined != 0 && undefined != 0xff {
            self.partial.get_or_insert_default().insert(at, undefined);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_list_of_bytes(
            steps in prop::collection::vec((0u64..200, 1u64..100, 0u8..4), 1..40),
            (at, bytes) in (0u64..200, 1u64..64),
        ) {
            let mut tracked = Initialized::none(300);
            let mut list = vec![0xffu8; 300];
            for (at, bytes, what) in steps {
                let undefined = match what { 0 => 0, 1 => 0xff, _ => 0x0f };
                if what < 2 {
                    tracked.set(at, bytes, what == 0);
                    list[at as usize..(at + bytes) as usize].fill(undefined);
                } else {
                    tracked.set_byte(at, undefined);
                    list[at as usize] = undefined;
                }
            }
            let range = at as usize..(at + bytes) as usize;
            prop_assert_eq!(tracked.all_of_few(at, bytes), list[range.clone()].iter().all(|b| *b == 0));
            let first = list[range].iter().position(|b| *b != 0).map(|n| at + n as u64);
            prop_assert_eq!(tracked.first_undefined(at, bytes), first);
            for (at, undefined) in list.iter().enumerate() {
                prop_assert_eq!(tracked.undefined_bits(at as u64), *undefined);
            }
        }
    }
}
