//! The provenance of pointers (`-fsanecc-mode=pointer`): which object each was derived from, beside the shadow.
//!
//! A provenance is a word of 64 bits: the address of the object's first byte in its low [`GENERATION_SHIFT`] bits ([`folded`]), above it the object's generation, so that objects which get
//! the same memory one after the other differ. [`UNKNOWN`] is that of a pointer of which nothing is known; it gets the shadow check alone.
//!
//! A pointer that is held to a part of an object, an array that is a member of a structure, has the address of that part in its provenance, the generation of the whole object, and [`OF_PART`].
//!
//! Each object has a [`Record`] whose place follows from its address ([`record_at`]). A pointer in memory has its provenance in a [`Slot`], whose place follows from that of the
//! pointer ([`slot_at`]). A slot counts only while it fits the pointer ([`Slot::of`]): code without checks writes pointers and no slots, and two threads may write both at once.
//!
//! Source: Chen et al. (Movec), ISSTA 2019, section 3 (status nodes, disjoint tables); base and status are one word here, and the table needs no search.

use crate::rel::Rel;

/// Nothing is known of the pointer.
pub const UNKNOWN: u64 = 0;
/// Bits of an address.
pub const ADDRESS_BITS: u32 = 47;
/// All addresses.
pub const ADDRESS: u64 = (1 << ADDRESS_BITS) - 1;
/// How far to the left the generation stands in a provenance.
pub const GENERATION_SHIFT: u32 = 48;
/// The generation of objects that live as long as their module: global variables.
pub const STATIC: u64 = 1;
/// The first generation of other objects.
pub const FIRST_DYNAMIC: u64 = 2;
/// How many generations there are.
pub const GENERATIONS: u64 = 1 << (64 - GENERATION_SHIFT);

/// The provenance of pointers to functions. Its record has no bytes, so that no access fits; no object begins at its address.
pub const FUNCTION: u64 = provenance(DISTANCE, STATIC);

/// The bit of a provenance that says that its pointer is held to a part of an object. It stands between the bits that places follow from, and those above them.
pub const OF_PART: u64 = SPACE;

/// Bits of an address that are above those which places follow from. In a provenance they stand one further to the left.
pub const ABOVE: u64 = ADDRESS & !PLACED;

/// An address as it stands in a provenance.
pub const fn folded(address: u64) -> u64 {
    address + (address & ABOVE)
}

/// The provenance of pointers into the object of this generation that begins at an address.
pub const fn provenance(address: u64, generation: u64) -> u64 {
    folded(address) | generation << GENERATION_SHIFT
}

/// Where the object of a provenance begins, or the part of it.
pub const fn start_of(provenance: u64) -> u64 {
    provenance & PLACED | provenance >> 1 & ABOVE
}

/// The generation in a provenance.
pub const fn generation_of(provenance: u64) -> u64 {
    provenance >> GENERATION_SHIFT
}

/// Bits of an address that places of records and slots follow from. Those above say no more: executables, heap and mappings of the kernel differ in these already.
pub const PLACED: u64 = SPACE - 1;
/// Bytes of memory that have places.
const SPACE: u64 = 1 << 44;
/// Where the slots lie: 16 bytes for each 8 of memory.
pub const SLOTS: u64 = 0x2000_0000_0000;
/// Bytes of address space for slots.
pub const SLOTS_SIZE: u64 = SPACE * 2;
/// Where the records lie: 16 bytes for each 32 of memory, and behind those of objects those of parts.
pub const RECORDS: u64 = SLOTS + SLOTS_SIZE;
/// Bytes of address space for records.
pub const RECORDS_SIZE: u64 = SPACE;
/// Where it is noted how many calls of unchecked code there had been when an object began or, last, ended: 8 bytes for each 32 of memory.
pub const EPOCHS: u64 = 0x1400_0000_0000;
/// Bytes of address space for that.
pub const EPOCHS_SIZE: u64 = SPACE / 4;
/// Where it is noted at which site a pointer to an object was lost last: 8 bytes for each 32 of memory.
pub const LOSSES: u64 = EPOCHS + EPOCHS_SIZE;
/// Bytes of address space for that.
pub const LOSSES_SIZE: u64 = EPOCHS_SIZE;
/// Where it is noted where the whole object of a part begins: 8 bytes for each 32 of memory.
pub const WHOLES: u64 = LOSSES + LOSSES_SIZE;
/// Bytes of address space for that.
pub const WHOLES_SIZE: u64 = EPOCHS_SIZE;
/// Where the [`Object`](crate::site::Object) of a part is noted: 8 bytes for each 32 of memory.
pub const PARTS: u64 = RECORDS + RECORDS_SIZE;
/// Bytes of address space for that.
pub const PARTS_SIZE: u64 = EPOCHS_SIZE;
/// Objects with provenance begin at least so many bytes from each other, and at multiples of 16.
pub const DISTANCE: u64 = 32;

/// The record of an object. That of [`UNKNOWN`] says that it is alive and has all memory, so that whoever asks needs not ask first whether anything is known; and that the
/// shadow decides ([`SHADOW_DECIDES`]).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The provenance of pointers into the object while it lives, or that and [`SHADOW_DECIDES`]; afterwards [`ended`] of it, until the memory is used again, or [`UNKNOWN`].
    pub alive: u64,
    /// Bytes of the object.
    pub span: u64,
}

/// In [`Record::alive`]: not all of the object may be accessed while it has that record, so the shadow is asked, too. Objects begin at multiples of 16, so no provenance of a whole one has the bit.
/// A part may begin at an odd address: the bit is inverted in its record then. It also says that nobody is told when the part ends.
pub const SHADOW_DECIDES: u64 = 1;

/// What [`Record::alive`] says of an object that has ended: which one it was. No provenance of a whole object has the lowest bits, so it is that of no pointer.
pub const fn ended(provenance: u64) -> u64 {
    !provenance
}

/// The provenance of the object that has ended, if [`Record::alive`] says which.
pub const fn ended_by(alive: u64) -> Option<u64> {
    const TELLS: u64 = SHADOW_DECIDES << 1;
    match alive & TELLS {
        0 => None,
        _ => Some(!alive),
    }
}

/// The provenance of pointers into the living object, if [`Record::alive`] says that there is one, else [`UNKNOWN`].
pub const fn living(alive: u64) -> u64 {
    match ended_by(alive) {
        None => alive & !SHADOW_DECIDES,
        Some(_) => UNKNOWN,
    }
}

/// Bytes of the largest stack object whose record does not say [`SHADOW_DECIDES`] from the start: who poisons a part of one looks so far for where it begins.
pub const LARGEST_LOCAL: u64 = 64 << 10;

/// The provenance of a pointer in memory or on its way to or from a callee.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The provenance.
    pub provenance: u64,
    /// The provenance and the pointer, bit by bit in either of them.
    pub mixed: u64,
}

impl Slot {
    /// The slot of a pointer.
    pub const fn new(provenance: u64, pointer: u64) -> Self {
        Self {
            provenance,
            mixed: provenance ^ pointer,
        }
    }

    /// What the slot says of a pointer.
    pub const fn of(self, pointer: u64) -> u64 {
        match self.provenance ^ self.mixed == pointer {
            true => self.provenance,
            false => UNKNOWN,
        }
    }
}

/// The bits of a provenance that the place of its record follows from.
pub const RECORDED: u64 = (PLACED | OF_PART) & !(DISTANCE - 1);

/// The address of the record of an object that begins at an address.
pub const fn record_at(address: u64) -> u64 {
    RECORDS | ((address & PLACED & !(DISTANCE - 1)) >> 1)
}

/// The address of the record that says whether the pointers of a provenance may be used, and how far.
pub const fn record_of(provenance: u64) -> u64 {
    RECORDS | ((provenance & RECORDED) >> 1)
}

/// The address of the epoch of such an object.
pub const fn epoch_at(address: u64) -> u64 {
    EPOCHS | ((address & PLACED & !(DISTANCE - 1)) >> 2)
}

/// The address of the word that says where a pointer to such an object was lost last: that of a [`Site`](crate::site::Site), and above it, from [`GENERATION_SHIFT`] on, the generation of the
/// object.
pub const fn loss_at(address: u64) -> u64 {
    LOSSES | ((address & PLACED & !(DISTANCE - 1)) >> 2)
}

/// The address of the word that says where the whole object of a part begins, and above [`ADDRESS_BITS`] the bits below [`DISTANCE`] of where the part does.
pub const fn whole_at(part: u64) -> u64 {
    WHOLES | ((part & PLACED & !(DISTANCE - 1)) >> 2)
}

/// The address of the word that leads to what is known of a part.
pub const fn part_at(part: u64) -> u64 {
    PARTS | ((part & PLACED & !(DISTANCE - 1)) >> 2)
}

/// The address of the slot of a pointer that lies at an address.
pub const fn slot_at(address: u64) -> u64 {
    SLOTS | ((address & PLACED & !7) << 1)
}

/// A pointer that lies in a variable from the start.
#[repr(C)]
#[derive(Debug)]
pub struct InitialPointer {
    /// Where it lies.
    pub place: Rel<u64>,
    /// The first byte of the variable that it points into.
    pub target: Rel<u8>,
}

/// How many arguments of a call bring their provenance along.
pub const ARGUMENTS: usize = 8;

/// The generations of stack objects have this bit, so that a thread counts them for itself.
pub const OF_STACK: u64 = 1 << 63;

/// What calls hand over beside arguments and results: one for each thread. Whoever is called and does not know it leaves it as it is, and so is told from others.
#[repr(C)]
#[derive(Debug)]
pub struct Handover {
    /// The function that is called, until it has taken its arguments.
    pub callee: u64,
    /// The function that has returned last, of those that return a pointer.
    pub returned: u64,
    /// Its result.
    pub result: Slot,
    /// Provenance of the arguments of a call, by number: they belong to who has its name in `callee`.
    pub arguments: [u64; ARGUMENTS],
    /// The generation of the thread's last stack object, [`GENERATION_SHIFT`] bits further left, without [`OF_STACK`].
    pub generation: u64,
    /// The function with variable arguments that is called, until it has taken their record.
    pub variadic_callee: u64,
    /// The record of its arguments ([`crate::variadic::Passed`]).
    pub variadic: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_all_addresses_lie_in_their_areas() {
        for address in [
            0,
            0x40_0000,
            0x5555_5555_4000,
            0x6020_0000_0010,
            ADDRESS & !15,
        ] {
            let slot = slot_at(address);
            assert!((SLOTS..SLOTS + SLOTS_SIZE).contains(&slot));
            let record = record_at(address);
            assert!((RECORDS..RECORDS + RECORDS_SIZE).contains(&record));
        }
    }

    #[test]
    fn a_provenance_tells_its_object() {
        for address in [0x40_0010, 0x5555_5555_4000, 0x6020_0000_0010, ADDRESS & !15] {
            for generation in [STATIC, FIRST_DYNAMIC, GENERATIONS - 1] {
                let whole = provenance(address, generation);
                assert_eq!(start_of(whole), address);
                assert_eq!(generation_of(whole), generation);
                assert_eq!(record_of(whole), record_at(address));
                for alive in [whole, whole | SHADOW_DECIDES] {
                    assert_eq!((living(alive), ended_by(alive)), (whole, None));
                }
                let gone = ended(whole);
                assert_eq!((living(gone), ended_by(gone)), (UNKNOWN, Some(whole)));
                let part = whole | OF_PART;
                assert_eq!(start_of(part), address);
                assert_eq!(generation_of(part), generation);
                assert_eq!(record_of(part), record_at(address) + RECORDS_SIZE / 2);
            }
        }
    }

    #[test]
    fn neighbours_have_places_of_their_own() {
        let address = 0x6020_0000_0010;
        assert_eq!(record_at(address + DISTANCE), record_at(address) + 16);
        assert_eq!(slot_at(address + 8), slot_at(address) + 16);
        assert_eq!(slot_at(address + 7), slot_at(address));
    }

    #[test]
    fn a_slot_fits_its_pointer_alone() {
        let slot = Slot::new(0x8_6020_0000_0010, 0x6020_0000_0018);
        assert_eq!(slot.of(0x6020_0000_0018), slot.provenance);
        assert_eq!(slot.of(0x6020_0000_0010), UNKNOWN);
    }
}
