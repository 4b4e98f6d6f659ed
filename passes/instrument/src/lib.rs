//! Decides which check each memory access gets ([`CheckPlan`]), and applies the decisions.
//!
//! [`CheckPlan::of`] reads only the imported IR, and asks [`sanecc_prove`] what is true. [`apply`] turns a plan into edits of the live module; checks are calls of
//! small functions ([`bounds_checks`], [`shadow_checks`]) that LLVM inlines.

mod apply;
mod plan;

pub use apply::{
    ASSUME, Instrumentation, Operation, PairChecks, Purpose, Removed, ShadowChecks,
    SpeculatedLoads, Thunk, Unchecked, apply, are_joined, bounds_checks, check_calls, check_claims,
    check_members, check_pairs, check_stated_sizes, check_variadic, define_thunks, hand_over,
    hold_objects, join_checks, keep_faults, leave_out_frame_pointers, locate_checks, mark_pointers,
    may_read_before_loops, redirect_calls, redirect_calls_to_runtime, remove_redundant_calls,
    removed, shadow_checks, touch, verify, with_range_checks,
};
pub use plan::{
    AddressRange, Audit, Bound, BoundedAccess, CachedBound, Check, CheckPlan, Coalesced, Decision,
    FunctionPlan, Hoisted, HoistedBy, LoopCheck, Member, OverflowGuards, Place, Placement,
    PlanOptions, Reason, Remark, Statistics, Switch, UseAfterReturn,
};
