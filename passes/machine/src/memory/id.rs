//! Names of objects that are never given out twice.

/// An object of a run. The name of an object that has ended is not given to another one.
///
/// A name holds the number of a slot of the table of objects, and how often the slot was used before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(u32);

/// Bits of a name that count uses of a slot.
const GENERATION_BITS: u32 = 10;
/// How often a slot is used; then it is left alone.
pub(super) const GENERATIONS: u32 = 1 << GENERATION_BITS;
/// How many slots have names: of objects, and behind them of parts of objects.
pub(super) const SLOTS: usize = 3 << (30 - GENERATION_BITS);
/// The first slot of a part of an object.
pub(super) const FIRST_VIEW: usize = SLOTS;
/// How many slots are for parts of objects.
pub(super) const VIEWS: usize = 1 << (30 - GENERATION_BITS);

impl ObjectId {
    /// No object.
    pub const NONE: ObjectId = ObjectId(0);
    /// An object that has ended, of which nobody knows more.
    pub(super) const FORGOTTEN: ObjectId = ObjectId(1);

    pub(super) fn new(slot: usize, generation: u32) -> Self {
        ObjectId((slot as u32) << GENERATION_BITS | generation)
    }

    /// Whether it names none.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether it names a part of an object.
    #[inline]
    pub fn is_view(self) -> bool {
        self.slot() >= FIRST_VIEW
    }

    #[inline]
    pub(super) fn slot(self) -> usize {
        (self.0 >> GENERATION_BITS) as usize
    }

    #[inline]
    pub(super) fn generation(self) -> u32 {
        self.0 & (GENERATIONS - 1)
    }

    pub(super) fn raw(self) -> u32 {
        self.0
    }

    pub(super) fn from_raw(raw: u32) -> Self {
        ObjectId(raw)
    }
}
