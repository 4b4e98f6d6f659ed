//! Seeded choices: the same seed makes the same program on every machine.

use fastrand::Rng;

/// A source of choices.
pub struct Choices {
    generator: Rng,
}

impl Choices {
    /// The choices of this seed.
    pub fn of(seed: u64) -> Self {
        Self {
            generator: Rng::with_seed(seed),
        }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        self.generator.i64(low..=high)
    }

    /// True in so many cases of a hundred.
    pub fn chance(&mut self, percent: u8) -> bool {
        self.generator.u8(0..100) < percent
    }

    /// The index of one of `count` things.
    pub fn index(&mut self, count: usize) -> usize {
        self.generator.usize(0..count)
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.index(things.len())].clone()
    }

    /// One of these, as often as its weight says.
    pub fn weighted<T: Copy>(&mut self, things: &[(u32, T)]) -> T {
        let total: u32 = things.iter().map(|(weight, _)| weight).sum();
        let mut at = self.generator.u32(0..total);
        for &(weight, thing) in things {
            if at < weight {
                return thing;
            }
            at -= weight;
        }
        things[0].1
    }

    /// A seed for something that is made apart.
    pub fn seed(&mut self) -> u64 {
        self.generator.u64(..)
    }
}
