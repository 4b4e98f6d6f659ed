//! Names and parameters of the check functions.

use crate::{CheckPlan, Coalesced};
use sanecc_abi::shadow::GRANULE;
use sanecc_ir::llvm::edit::SplitCallee;
use sanecc_ir::{Access, AccessKind};
use std::fmt::{self, Display, Formatter, Write};

/// Largest access in bytes that has a check of its own.
pub(super) const LARGEST: u64 = 64;

/// Suffix of the checks of memory intrinsics.
pub(in crate::apply) const BULK: &str = ".bulk";

/// `(pointer, length, start, size, last, site, object)`: the offset must not exceed `last`.
pub(in crate::apply) const BOUNDS_CONSTANT: &str = "sanecc.bounds.constant";
/// `(pointer, length, start, size, site, object)`: `[pointer, pointer + length)` must lie in the object.
pub(in crate::apply) const BOUNDS: &str = "sanecc.bounds";
/// `(to, from, length, site)`: two ranges of a copy must be the same or distinct.
pub(in crate::apply) const OVERLAP: &str = "sanecc.overlap";
/// `(mask bit, pointer, length, site)`: one lane of a masked access.
pub(in crate::apply) const LANE: &str = "sanecc.check.lane";

/// `(bit, pointer, length, start, size, site, object)`: if the bit is set, [`BOUNDS`] and the shadow check.
pub(in crate::apply) const GUARDED: &str = "sanecc.guarded";

/// `(bit, pointer, length, start, size, site, object)`: if the bit is set, [`BOUNDS`].
pub(in crate::apply) const GUARDED_BOUNDS: &str = "sanecc.guarded.bounds";
/// `(bit, pointer, length, site)`: if the bit is set, the shadow check.
pub(in crate::apply) const GUARDED_RANGE: &str = "sanecc.guarded.range";
/// `(first, last, most, wanted) -> bit`: whether all bytes from `first` to `last` are addressable, if `wanted`; see [`IS_ADDRESSABLE`].
pub(in crate::apply) const RANGE_ADDRESSABLE: &str = "sanecc.check.range";

/// `(base) -> bytes`: a lower bound of the addressable length at `base`, found in few steps.
pub(in crate::apply) const ADDRESSABLE_LENGTH: &str = "sanecc.check.length";

/// Prefix of all shadow checks. Until they are expanded, LLVM may take them to access only memory that the program cannot
/// name.
pub(in crate::apply) const SHADOW_CHECK_PREFIX: &str = "sanecc.check.";

/// The bounds check of this name for this access. After a report of a memory intrinsic the program may continue even without a flag, so these have checks of
/// their own.
pub(in crate::apply) fn of_bounds(check: &str, access: &Access) -> String {
    let bulk = if access.bulk { BULK } else { "" };
    format!("{check}{bulk}")
}

/// Whether a function of this name is a shadow check whose first argument is the address that it checks.
pub(in crate::apply) fn is_about_a_pointer(name: &str) -> bool {
    let shape = name.strip_prefix(SHADOW_CHECK_PREFIX);
    shape.is_some_and(|shape| {
        shape.starts_with("coalesced.") || shape.starts_with(|first: char| first.is_ascii_digit())
    })
}

/// The functions with the code of this check: `(base, offset, site)` for `(pointer, site)`.
pub(in crate::apply) fn expanded(check: &str) -> SplitCallee {
    let constant = format!("sanecc.code.{}", &check[SHADOW_CHECK_PREFIX.len()..]);
    let variable = format!("{constant}.variable");
    SplitCallee {
        alone: Some(format!("{constant}.alone")),
        constant,
        variable,
    }
}

/// What the check of an access of constant size depends on. All accesses of a shape share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::apply) struct Shape {
    pub(super) bytes: u64,
    /// At most a granule.
    pub(super) align: u64,
    /// Whether it is a memory intrinsic; after its report the program may continue even without a flag.
    pub(super) bulk: bool,
    /// Whether it writes, where checks differ by that: on bare metal nothing else tells the runtime.
    pub(super) writes: bool,
}

impl Shape {
    /// The shape of an access of so many bytes; `None` if they are too many for a check of its own.
    pub(in crate::apply) fn of(access: &Access, bytes: u64) -> Option<Self> {
        (1..=LARGEST).contains(&bytes).then_some(Shape {
            bytes,
            align: access.align.min(GRANULE as u64),
            bulk: access.bulk,
            writes: false,
        })
    }

    /// The same, as checks of such a plan have it.
    pub(in crate::apply) fn in_plan(self, access: &Access, plan: &CheckPlan) -> Self {
        Shape {
            writes: plan.bare.is_some() && access.kind == AccessKind::Write,
            ..self
        }
    }

    /// The check of an access of this shape: `(pointer, site)`.
    pub(in crate::apply) fn check(self) -> String {
        format!("{SHADOW_CHECK_PREFIX}{self}")
    }

    /// The same if a bit is set: `(bit, pointer, site)`.
    pub(in crate::apply) fn guarded(self) -> String {
        format!("{GUARDED}.{self}")
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Shape {
            bytes,
            align,
            bulk,
            writes,
        } = self;
        let bulk = if *bulk { BULK } else { "" };
        let writes = if *writes { ".write" } else { "" };
        write!(f, "{bytes}.{align}{bulk}{writes}")
    }
}

/// The shared check of coalesced accesses.
pub(in crate::apply) fn coalesced(coalesced: &Coalesced) -> String {
    let mut name = format!(
        "{SHADOW_CHECK_PREFIX}coalesced.{}.{}",
        coalesced.bytes, coalesced.align
    );
    for member in &coalesced.members {
        let _ = write!(name, ".{}x{}", member.offset, member.bytes);
    }
    if coalesced.goes_on {
        name.push_str(".on");
    }
    name
}
