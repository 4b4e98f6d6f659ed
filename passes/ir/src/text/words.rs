//! The words of the printed form, for the printer and the reader alike.

use crate::{
    Access, AccessKind, AtomicOp, BinaryOp, CastOp, Content, FastMath, FloatCast, FloatFormat,
    FloatOp, FloatPredicate, Function, Global, Linkage, MemoryIntrinsic, Ordering, PairKind,
    PoisonFlags, Predicate,
};

/// A word and what it means.
pub(super) type Words<T> = &'static [(&'static str, T)];

/// The word for something that each table has.
pub(super) fn word<T: PartialEq>(words: Words<T>, meaning: &T) -> &'static str {
    let row = words.iter().find(|row| row.1 == *meaning);
    row.map_or("unknown", |row| row.0)
}

/// What a word means.
pub(super) fn meaning<T: Copy>(words: Words<T>, word: &str) -> Option<T> {
    words.iter().find(|row| row.0 == word).map(|row| row.1)
}

/// All words of a table, for errors.
pub(super) fn all<T>(words: Words<T>) -> String {
    let all: Vec<_> = words.iter().map(|row| format!("`{}`", row.0)).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

pub(super) const BINARY: Words<BinaryOp> = &[
    ("add", BinaryOp::Add),
    ("sub", BinaryOp::Sub),
    ("mul", BinaryOp::Mul),
    ("udiv", BinaryOp::UDiv),
    ("sdiv", BinaryOp::SDiv),
    ("urem", BinaryOp::URem),
    ("srem", BinaryOp::SRem),
    ("shl", BinaryOp::Shl),
    ("lshr", BinaryOp::LShr),
    ("ashr", BinaryOp::AShr),
    ("and", BinaryOp::And),
    ("or", BinaryOp::Or),
    ("xor", BinaryOp::Xor),
    ("smin", BinaryOp::SMin),
    ("smax", BinaryOp::SMax),
    ("umin", BinaryOp::UMin),
    ("umax", BinaryOp::UMax),
    ("fadd", BinaryOp::Float(FloatOp::Add)),
    ("fsub", BinaryOp::Float(FloatOp::Sub)),
    ("fmul", BinaryOp::Float(FloatOp::Mul)),
    ("fdiv", BinaryOp::Float(FloatOp::Div)),
    ("frem", BinaryOp::Float(FloatOp::Rem)),
];

/// What `compare` asks.
pub(super) const INTEGER_PREDICATES: Words<Predicate> = &[
    ("eq", Predicate::Eq),
    ("ne", Predicate::Ne),
    ("ult", Predicate::ULt),
    ("ule", Predicate::ULe),
    ("ugt", Predicate::UGt),
    ("uge", Predicate::UGe),
    ("slt", Predicate::SLt),
    ("sle", Predicate::SLe),
    ("sgt", Predicate::SGt),
    ("sge", Predicate::SGe),
];

/// What `fcompare` asks.
pub(super) const FLOAT_PREDICATES: Words<FloatPredicate> = &[
    ("false", FloatPredicate::False),
    ("oeq", FloatPredicate::OEq),
    ("ogt", FloatPredicate::OGt),
    ("oge", FloatPredicate::OGe),
    ("olt", FloatPredicate::OLt),
    ("ole", FloatPredicate::OLe),
    ("one", FloatPredicate::ONe),
    ("ord", FloatPredicate::Ordered),
    ("uno", FloatPredicate::Unordered),
    ("ueq", FloatPredicate::UEq),
    ("ugt", FloatPredicate::UGt),
    ("uge", FloatPredicate::UGe),
    ("ult", FloatPredicate::ULt),
    ("ule", FloatPredicate::ULe),
    ("une", FloatPredicate::UNe),
    ("true", FloatPredicate::True),
];

pub(super) const CASTS: Words<CastOp> = &[
    ("trunc", CastOp::Trunc),
    ("zext", CastOp::ZExt),
    ("sext", CastOp::SExt),
    ("ptrtoint", CastOp::PtrToInt),
    ("inttoptr", CastOp::IntToPtr),
    ("bitcast", CastOp::BitCast),
    ("addrspacecast", CastOp::AddrSpaceCast),
    ("fptoui", CastOp::Float(FloatCast::ToUnsigned)),
    ("fptosi", CastOp::Float(FloatCast::ToSigned)),
    ("uitofp", CastOp::Float(FloatCast::FromUnsigned)),
    ("sitofp", CastOp::Float(FloatCast::FromSigned)),
    ("fptrunc", CastOp::Float(FloatCast::Truncate)),
    ("fpext", CastOp::Float(FloatCast::Extend)),
];

/// Atomic operations other than compare-exchange.
pub(super) const ATOMICS: Words<AtomicOp> = &[
    ("exchange", AtomicOp::Exchange),
    ("add", AtomicOp::Add),
    ("sub", AtomicOp::Sub),
    ("and", AtomicOp::And),
    ("nand", AtomicOp::Nand),
    ("or", AtomicOp::Or),
    ("xor", AtomicOp::Xor),
    ("smax", AtomicOp::SMax),
    ("smin", AtomicOp::SMin),
    ("umax", AtomicOp::UMax),
    ("umin", AtomicOp::UMin),
    ("fadd", AtomicOp::FloatAdd),
    ("fsub", AtomicOp::FloatSub),
    ("fmax", AtomicOp::FloatMax),
    ("fmin", AtomicOp::FloatMin),
    ("inc_wrap", AtomicOp::IncrementWrap),
    ("dec_wrap", AtomicOp::DecrementWrap),
    ("unknown", AtomicOp::Unknown),
];

pub(super) const ORDERINGS: Words<Ordering> = &[
    ("not_atomic", Ordering::NotAtomic),
    ("unordered", Ordering::Unordered),
    ("monotonic", Ordering::Monotonic),
    ("acquire", Ordering::Acquire),
    ("release", Ordering::Release),
    ("acq_rel", Ordering::AcquireRelease),
    ("seq_cst", Ordering::SequentiallyConsistent),
];

pub(super) const FLOATS: Words<FloatFormat> = &[
    ("half", FloatFormat::Half),
    ("bfloat", FloatFormat::BFloat),
    ("float", FloatFormat::Single),
    ("double", FloatFormat::Double),
    ("x87", FloatFormat::X87),
    ("quad", FloatFormat::Quad),
    ("double_double", FloatFormat::DoubleDouble),
];

pub(super) const MEMORY: Words<MemoryIntrinsic> = &[
    ("memcpy", MemoryIntrinsic::Copy),
    ("memmove", MemoryIntrinsic::Move),
    ("memset", MemoryIntrinsic::Set),
];

pub(super) const LINKAGES: Words<Linkage> = &[
    ("exact", Linkage::Exact),
    ("merged", Linkage::Merged),
    ("elsewhere", Linkage::Elsewhere),
];

pub(super) const CONTENTS: Words<Content> = &[
    ("zeros", Content::Zero),
    ("numbers", Content::Numbers),
    ("addresses", Content::Addresses),
];

pub(super) const ACCESSES: Words<AccessKind> =
    &[("read", AccessKind::Read), ("write", AccessKind::Write)];

pub(super) const PAIRS: Words<PairKind> = &[
    ("order", PairKind::Order),
    ("difference", PairKind::Difference),
];

/// One flag of something: its word, how to read and how to set it.
pub(super) struct Flag<T> {
    word: &'static str,
    get: fn(&T) -> bool,
    set: fn(&mut T),
}

/// The words of the flags that are set, each with a blank before it.
pub(super) fn set_flags<T>(flags: &[Flag<T>], of: &T) -> String {
    let set = flags.iter().filter(|flag| (flag.get)(of));
    set.map(|flag| format!(" {}", flag.word)).collect()
}

/// Sets the flag that a word names, if it names one.
pub(super) fn set_flag<T>(flags: &[Flag<T>], of: &mut T, word: &str) -> bool {
    let flag = flags.iter().find(|flag| flag.word == word);
    if let Some(flag) = flag {
        (flag.set)(of);
    }
    flag.is_some()
}

macro_rules! flags {
    ($($name:ident: $of:ty { $($word:literal $field:ident),* $(,)? })*) => {$(
        pub(super) const $name: &[Flag<$of>] = &[$(
            Flag {
                word: $word,
                get: |of| of.$field,
                set: |of| of.$field = true,
            }
        ),*];
    )*};
}

flags! {
    POISON: PoisonFlags {
        "nsw" no_signed_wrap,
        "nuw" no_unsigned_wrap,
        "exact" exact,
        "disjoint" disjoint,
        "nneg" not_negative,
    }
    FAST_MATH: FastMath {
        "nnan" no_nans,
        "ninf" no_infinities,
        "nsz" no_signed_zeros,
        "inexact" inexact,
    }
    GLOBAL: Global {
        "constant" constant,
        "thread_local" thread_local,
        "unchecked" unchecked,
        "foreign_space" foreign_space,
        "preemptible" preemptible,
        "optional" optional,
        "local" local,
        "address_in_data" address_in_data,
        "grouped" grouped,
        "dynamic" dynamic,
    }
    FUNCTION: Function {
        "optional" optional,
        "local" local,
        "replaceable" replaceable,
        "fuzzed" fuzzed,
        "calls_setjmp" calls_setjmp,
    }
    ACCESS: Access {
        "atomic" atomic,
        "bulk" bulk,
        "by_library" by_library,
    }
}
