//! How memory operations are ordered among threads, and what atomic ones do.

/// LLVM's orderings, weakest first.
#[allow(missing_docs)] // LLVM's names, LLVM's meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ordering {
    #[default]
    NotAtomic,
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

/// How an instruction accesses memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mode {
    /// What it does must happen, as written.
    pub volatile: bool,
    /// Its order among threads.
    pub ordering: Ordering,
}

impl Mode {
    /// Neither volatile nor atomic.
    pub const SIMPLE: Mode = Mode {
        volatile: false,
        ordering: Ordering::NotAtomic,
    };

    /// Neither volatile nor atomic.
    pub fn is_simple(self) -> bool {
        self == Self::SIMPLE
    }
}

/// What an atomic operation writes, of what it has read and its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    /// The operand.
    Exchange,
    /// Their sum.
    Add,
    /// Their difference.
    Sub,
    /// The bits that both have.
    And,
    /// The bits that not both have.
    Nand,
    /// The bits that one has.
    Or,
    /// The bits in which they differ.
    Xor,
    /// The larger one, with sign.
    SMax,
    /// The smaller one, with sign.
    SMin,
    /// The larger one, without sign.
    UMax,
    /// The smaller one, without sign.
    UMin,
    /// Their floating-point sum.
    FloatAdd,
    /// Their floating-point difference.
    FloatSub,
    /// The larger number.
    FloatMax,
    /// The smaller number.
    FloatMin,
    /// One more; zero where the operand is reached.
    IncrementWrap,
    /// One less; the operand where zero or more than the operand is there.
    DecrementWrap,
    /// The second operand where the first one is there. Yields what was there, and whether it was the first operand.
    CompareExchange {
        /// It may fail though the first operand is there.
        weak: bool,
        /// Its order where it fails.
        failure: Ordering,
    },
    /// One that the import does not know.
    Unknown,
}
