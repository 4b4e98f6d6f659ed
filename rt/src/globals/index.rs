//! What is registered at each address that several modules may claim.

use crate::{hash, platform};

/// The claims of one address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The address; 0 where the place in the table is free.
    address: usize,
    /// Largest size in bytes under which a padded definition was registered here; 0 if none is padded.
    pub largest: u64,
    /// How many records there are.
    count: u32,
    /// How many of them are of definitions that should be the only one.
    pub unique: u32,
}

/// A hash table with open addressing, in memory of its own. Without memory it forgets, and knows fewer claims.
pub struct Index {
    table: *mut Claims,
    /// Places; 0 or a power of two.
    capacity: usize,
    used: usize,
}

impl Index {
    /// An empty one.
    pub const fn new() -> Index {
        Index {
            table: core::ptr::null_mut(),
            capacity: 0,
            used: 0,
        }
    }

    /// What is claimed at an address.
    pub fn get(&self, address: usize) -> Claims {
        match self.place_of(address) {
            Some(place) => self.places()[place],
            None => Claims::default(),
        }
    }

    /// Adds a record with so many bytes if its definition is padded, and returns all claims there are now.
    pub fn enter(&mut self, address: usize, size: u64, is_unique: bool) -> Claims {
        let alone = Claims {
            address,
            largest: size,
            count: 1,
            unique: is_unique.into(),
        };
        if !self.reserve_one() {
            return alone;
        }
        let Some(place) = self.place_of(address) else {
            return alone;
        };
        let claims = &mut self.places_mut()[place];
        if claims.address == 0 {
            *claims = alone;
            self.used += 1;
            return alone;
        }
        claims.largest = claims.largest.max(size);
        claims.count = claims.count.saturating_add(1);
        claims.unique = claims.unique.saturating_add(is_unique.into());
        *claims
    }

    /// Takes a record out. Whether it was the last one of its address.
    pub fn leave(&mut self, address: usize, is_unique: bool) -> bool {
        let Some(place) = self.place_of(address) else {
            return true;
        };
        let claims = &mut self.places_mut()[place];
        if claims.address == 0 {
            return true;
        }
        claims.count -= 1;
        claims.unique = claims.unique.saturating_sub(is_unique.into());
        let is_last = claims.count == 0;
        if is_last {
            self.free(place);
        }
        is_last
    }

    /// Frees a place; what stands behind it because that was taken moves up.
    fn free(&mut self, mut hole: usize) {
        let mask = self.capacity - 1;
        let mut next = hole;
        loop {
            next = (next + 1) & mask;
            let claims = self.places()[next];
            if claims.address == 0 {
                break;
            }
            let wanted = self.first_choice(claims.address);
            // Unless its first choice lies between the hole and here, it was pushed over the hole.
            if (next.wrapping_sub(wanted) & mask) >= (next.wrapping_sub(hole) & mask) {
                self.places_mut()[hole] = claims;
                hole = next;
            }
        }
        self.places_mut()[hole] = Claims::default();
        self.used -= 1;
    }

    /// Where the address stands, or the free place where it would.
    fn place_of(&self, address: usize) -> Option<usize> {
        let places = self.places();
        let start = self.first_choice(address);
        (0..self.capacity)
            .map(|step| (start + step) & (self.capacity - 1))
            .find(|place| [0, address].contains(&places[*place].address))
    }

    fn first_choice(&self, address: usize) -> usize {
        hash::of(address, 32) & self.capacity.wrapping_sub(1)
    }

    /// Whether one more finds a place: at most three quarters are taken.
    fn reserve_one(&mut self) -> bool {
        if self.used < self.capacity / 4 * 3 {
            return true;
        }
        let capacity =
            (self.capacity * 2).max(platform::PAGE / size_of::<Claims>().next_power_of_two());
        let Ok(table) = platform::map(0, capacity * size_of::<Claims>()) else {
            return self.used + 1 < self.capacity;
        };
        let mut grown = Index {
            table: table as *mut Claims,
            capacity,
            used: self.used,
        };
        for claims in self.places().iter().filter(|claims| claims.address != 0) {
            if let Some(place) = grown.place_of(claims.address) {
                grown.places_mut()[place] = *claims;
            }
        }
        if self.capacity != 0 {
            platform::unmap(self.table as usize, self.capacity * size_of::<Claims>());
        }
        *self = grown;
        true
    }

    fn places(&self) -> &[Claims] {
        if self.capacity == 0 {
            return &[];
        }
        // SAFETY: so many places were mapped, zero at first, which is a free place.
        unsafe { core::slice::from_raw_parts(self.table, self.capacity) }
    }

    fn places_mut(&mut self) -> &mut [Claims] {
        if self.capacity == 0 {
            return &mut [];
        }
        // SAFETY: as above; `self` is borrowed alone.
        unsafe { core::slice::from_raw_parts_mut(self.table, self.capacity) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_add_up_and_go_one_by_one() {
        let mut index = Index::new();
        assert_eq!(index.get(64), Claims::default());
        index.enter(64, 40, false);
        index.enter(64, 0, true);
        let claims = index.enter(64, 12, true);
        assert_eq!((claims.largest, claims.unique), (40, 2));
        assert_eq!(index.get(64), claims);
        assert!(!index.leave(64, true));
        assert_eq!(index.get(64).unique, 1);
        assert!(!index.leave(64, false));
        assert!(index.leave(64, true));
        assert_eq!(index.get(64), Claims::default());
    }

    #[test]
    fn the_table_grows_and_every_address_is_found() {
        let mut index = Index::new();
        let addresses = || (1..5000usize).map(|number| 0x5555_0000 + number * 32);
        for (size, address) in addresses().enumerate() {
            index.enter(address, size as u64, false);
        }
        for (size, address) in addresses().enumerate() {
            assert_eq!(index.get(address).largest, size as u64);
        }
        // Whatever moves up when another one goes is still found.
        let odd = |address: &usize| !address.is_multiple_of(64);
        addresses()
            .filter(odd)
            .for_each(|address| assert!(index.leave(address, false)));
        for (size, address) in addresses().enumerate() {
            let expected = if odd(&address) { 0 } else { size as u64 };
            assert_eq!(index.get(address).largest, expected);
        }
    }
}
