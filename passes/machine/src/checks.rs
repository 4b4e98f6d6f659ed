//! Which of what C leaves undefined a run looks for, where programs differ in what they want.

/// What is looked for beside what always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Accesses that leave an array for another member of its structure.
    pub members: bool,
    /// Which arrays at the end of a structure may be longer than their types say, as `-fstrict-flex-arrays=` numbers it: 0 for all, 1 for those of at
    /// most one element, 2 and more for those of none.
    pub flexible_arrays: u8,
    /// Pointers into different objects that are ordered.
    pub order: bool,
    /// Pointers into different objects that are subtracted.
    pub difference: bool,
    /// Both also where one of the pointers is null.
    pub null_pairs: bool,
}

impl Default for Checks {
    fn default() -> Self {
        Checks {
            members: true,
            flexible_arrays: 0,
            order: false,
            difference: false,
            null_pairs: false,
        }
    }
}
