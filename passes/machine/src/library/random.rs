//! Random numbers as the C library of Linux makes them, so that a program sees the same ones as when it runs by itself.

/// The additive feedback generator of `random` (TYPE_3: degree 31, separation 3), and the state of `drand48`.
pub struct Random {
    state: [i32; 31],
    front: usize,
    /// Of `drand48` and its kin: 48 bits.
    pub(super) linear: u64,
}

impl Default for Random {
    fn default() -> Self {
        let mut made = Random {
            state: [0; 31],
            front: 3,
            linear: 0,
        };
        made.seed(1);
        made
    }
}

impl Random {
    /// `srandom`.
    pub fn seed(&mut self, seed: u32) {
        self.state[0] = seed.max(1) as i32;
        for at in 1..self.state.len() {
            // 16807 * x modulo 2^31 - 1, without overflow (Park and Miller).
            let before = i64::from(self.state[at - 1]);
            let word = 16_807 * (before % 127_773) - 2_836 * (before / 127_773);
            self.state[at] = if word < 0 { word + 0x7fff_ffff } else { word } as i32;
        }
        self.front = 3;
        for _ in 0..310 {
            self.next();
        }
    }

    /// `random`: 31 bits.
    pub fn next(&mut self) -> i32 {
        let rear = (self.front + 28) % 31;
        let sum = (self.state[self.front] as u32).wrapping_add(self.state[rear] as u32);
        self.state[self.front] = sum as i32;
        self.front = (self.front + 1) % 31;
        (sum >> 1) as i32
    }
}

/// `rand_r`: the next state and the number.
pub fn reentrant(state: u32) -> (u32, i32) {
    let mut next = state;
    let mut step = |bits: u32| {
        next = next.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        next / 65_536 % (1 << bits)
    };
    let high = step(11);
    let middle = step(10);
    let low = step(10);
    (next, ((high << 10 ^ middle) << 10 ^ low) as i32)
}

/// The next state of `drand48`.
pub fn next48(state: u64) -> u64 {
    state.wrapping_mul(0x5_deec_e66d).wrapping_add(0xb) & ((1 << 48) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_the_numbers_of_linux() {
        let mut random = Random::default();
        let first: Vec<i32> = (0..3).map(|_| random.next()).collect();
        assert_eq!(first, [1_804_289_383, 846_930_886, 1_681_692_777]);
        random.seed(42);
        assert_eq!(random.next(), 71_876_166);
    }
}
