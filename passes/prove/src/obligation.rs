//! The question: what must hold of what.

use sanecc_ir::AccessId;

/// Something that must hold in every execution that reaches its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Obligation {
    /// Of what.
    pub subject: Subject,
    /// What must hold.
    pub claim: Claim,
}

/// What an obligation is about. Its place is directly before the instruction that makes the access or compares the pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// An access of the function, or the range that a call of a library function touches.
    Access(AccessId),
    /// Two pointers that an instruction orders or subtracts; index among [`sanecc_ir::Function::pairs`].
    Pair(usize),
}

/// What must hold of the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// All bytes lie in the object that the pointer points into, if that one is alive. Of two pointers: both point into one object, or to its end.
    InBounds,
    /// The object is alive, and this module has not poisoned it by hand.
    Alive,
    /// Both of these; also of two pointers.
    Valid,
    /// On every path, accesses that the client checks have touched all bytes before, and nothing since may have ended their lifetime.
    CheckedBefore,
}

impl Obligation {
    /// An obligation about an access.
    pub fn of_access(access: AccessId, claim: Claim) -> Self {
        Self {
            subject: Subject::Access(access),
            claim,
        }
    }

    /// That both pointers of a pair point into one object.
    pub fn of_pair(pair: usize) -> Self {
        Self {
            subject: Subject::Pair(pair),
            claim: Claim::InBounds,
        }
    }
}
