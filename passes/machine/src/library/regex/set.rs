//! A set of characters, of which one fits: a bracket, a dot, a class.

use super::text::{Class, NO_CHARACTER};

/// What a set is made of.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    pub ranges: Vec<(u32, u32)>,
    /// Classes, and whether what is not of them is meant.
    pub classes: Vec<(Class, bool)>,
    pub negated: bool,
}

impl Parts {
    /// A class and an underscore beside it, or all but these.
    pub fn of_class(class: Class, underscore: bool, negated: bool) -> Self {
        let line = u32::from(b'_');
        Parts {
            ranges: underscore.then_some((line, line)).into_iter().collect(),
            classes: vec![(class, true)],
            negated,
        }
    }

    pub fn add(&mut self, letter: u32) {
        self.ranges.push((letter, letter));
    }

    fn fits(&self, letter: u32, utf8: bool) -> bool {
        if letter >= NO_CHARACTER {
            return false;
        }
        let mut ranges = self.ranges.iter();
        // In the "C" locale no byte above ASCII is of a class.
        let is_known = utf8 || letter < 128;
        let is_in = ranges.any(|(low, high)| (*low..=*high).contains(&letter))
            || self
                .classes
                .iter()
                .any(|(class, is)| (is_known && class.has(letter)) == *is);
        is_in != self.negated
    }
}

/// A set that is fast to ask.
#[derive(Clone, Debug)]
pub struct Set {
    low: [bool; 256],
    parts: Parts,
}

impl Set {
    pub fn new(parts: Parts, utf8: bool) -> Self {
        let mut low = [false; 256];
        for (letter, fits) in (0..).zip(&mut low) {
            *fits = parts.fits(letter, utf8);
        }
        Set { low, parts }
    }

    pub fn has(&self, letter: u32) -> bool {
        match self.low.get(letter as usize) {
            Some(has) => *has,
            None => self.parts.fits(letter, true),
        }
    }
}
