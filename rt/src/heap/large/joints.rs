//! Where the mappings of the kernel meet that a large chunk consists of: pages that were moved into it stay a mapping of
//! their own, and only what lies in one of them can be moved on.

/// Offsets in a chunk, ascending, as many as are worth it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joints {
    offsets: [usize; MOST],
    count: usize,
}

/// Most joints of a chunk: the system allows only so many mappings.
const MOST: usize = 16;

impl Joints {
    /// None.
    pub const NONE: Joints = Joints {
        offsets: [0; MOST],
        count: 0,
    };

    /// Whether there is room for two more.
    pub fn has_capacity(&self) -> bool {
        self.count + 2 <= MOST
    }

    /// Whether what they divide can be moved into a chunk that gets some memory beside.
    pub fn are_few(&self) -> bool {
        self.count + 4 <= MOST
    }

    /// Notes one, for which there is room.
    pub fn add(&mut self, offset: usize) {
        let place = self.all().partition_point(|joint| *joint < offset);
        if self.all().get(place) == Some(&offset) || offset == 0 {
            return;
        }
        self.offsets[place..].rotate_right(1);
        self.offsets[place] = offset;
        self.count += 1;
    }

    /// The last one before `end`, 0 if there is none.
    pub fn last_before(&self, end: usize) -> usize {
        let place = self.all().partition_point(|joint| *joint < end);
        place.checked_sub(1).map_or(0, |place| self.offsets[place])
    }

    fn all(&self) -> &[usize] {
        &self.offsets[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_are_in_order_and_once() {
        let mut joints = Joints::NONE;
        for offset in [0, 40, 10, 40, 30] {
            assert!(joints.has_capacity());
            joints.add(offset);
        }
        assert_eq!(joints.all(), [10, 30, 40]);
        let found = [10, 11, 30, 31, 1000].map(|end| joints.last_before(end));
        assert_eq!(found, [0, 10, 10, 30, 40]);
    }
}
