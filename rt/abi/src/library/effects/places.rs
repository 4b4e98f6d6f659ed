//! In which words of registers and stack the arguments of a function are.

use crate::library::Prototype;

/// Where the arguments of a function are, among the words of general registers and of the stack behind these.
///
/// Where a word has 32 bits, an argument of 64 has two, of which the first is an even one. Source: Procedure Call Standard for the Arm Architecture, 6.5 (C.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Words before the first argument.
    first: u8,
    /// How many arguments there are.
    count: u8,
    /// Those of two words, a bit each.
    pairs: u8,
}

impl Places {
    /// What a function has of which nobody knows the type: a word for each argument.
    pub const UNKNOWN: Places = Places {
        first: 0,
        count: 0,
        pairs: 0,
    };

    /// Those of a function's parameters that are no floating-point numbers, on the processor that this is compiled for.
    pub const fn of(prototype: Prototype) -> Places {
        Places::where_words_have(prototype, usize::BITS)
    }

    /// The same where a word has so many bits.
    const fn where_words_have(prototype: Prototype, bits: u32) -> Places {
        let letters = prototype.parameters.as_bytes();
        let mut places = Places::UNKNOWN;
        let mut index = 0;
        while index < letters.len() {
            match letters[index] {
                b'q' if bits < 64 => {
                    places.pairs |= 1 << places.count;
                    places.count += 1;
                }
                b'p' | b'a' | b'i' | b'l' | b'z' | b'q' => places.count += 1,
                _ => {}
            }
            index += 1;
        }
        places
    }

    /// The same behind so many words that are no arguments.
    pub const fn behind(self, words: u8) -> Places {
        Places {
            first: words,
            ..self
        }
    }

    /// The word of an argument, the first of two. Variable arguments of a word may follow those that are named.
    pub const fn word(&self, number: u8) -> u8 {
        if self.pairs == 0 {
            return self.first + number;
        }
        let mut word = self.first;
        let mut index = 0;
        loop {
            let is_pair = index < 8 && self.pairs >> index & 1 != 0;
            if is_pair {
                word = word.next_multiple_of(2);
            }
            if index == number {
                return word;
            }
            word += if is_pair { 2 } else { 1 };
            index += 1;
        }
    }

    /// How many words there are with the arguments that are named.
    pub const fn end(&self) -> u8 {
        self.word(self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::find;

    fn places(name: &str, bits: u32) -> Places {
        Places::where_words_have(find(name).unwrap().prototype, bits)
    }

    #[test]
    fn an_argument_has_a_word_where_that_is_wide_enough() {
        let wide = places("__pread64_chk", 64);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|number| wide.word(number)),
            [0, 1, 2, 3, 4]
        );
        assert_eq!(wide.end(), 5);
    }

    #[test]
    fn two_words_begin_at_an_even_one() {
        // int, pointer, size_t, 64 bits, size_t
        let narrow = places("__pread64_chk", 32);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|number| narrow.word(number)),
            [0, 1, 2, 4, 6]
        );
        assert_eq!(narrow.end(), 7);
        // int, pointer, int, 64 bits, int
        assert_eq!(places("preadv64v2", 32).end(), 7);
        assert_eq!(places("pread", 32).end(), 4);
    }

    #[test]
    fn fractions_are_elsewhere() {
        assert_eq!(places("frexp", 32).end(), 1);
        assert_eq!(places("printf", 32).word(3), 3);
    }

    #[test]
    fn arguments_may_stand_behind_others() {
        let places = Places::UNKNOWN.behind(1);
        assert_eq!((places.word(0), places.word(5)), (1, 6));
    }
}
