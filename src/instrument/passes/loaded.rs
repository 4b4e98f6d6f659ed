//! The first stage: the module as the front end made it. LLVM simplifies it before checks are planned.

use super::live::LiveModule;
use super::profile::ApplyProfile;
use super::{Pass, Stage};
use crate::instrument::pipelines::{
    EQUAL_VALUES, INVARIANT_COMPUTATIONS, equal_values_unrolled, invariant_reads,
};
use crate::instrument::{Error, OptLevel, Options, check_stated_sizes};
use sanecc_instrument::{ASSUME, hold_objects};
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Pipeline, Reading};

/// A module that nothing is known of.
pub(super) struct Loaded<'a> {
    live: LiveModule<'a>,
}

impl<'a> Loaded<'a> {
    pub(super) fn new(live: LiveModule<'a>) -> Self {
        Self { live }
    }

    pub(super) fn live(&self) -> &LiveModule<'a> {
        &self.live
    }

    pub(super) fn into_live(self) -> LiveModule<'a> {
        self.live
    }
}

impl<'a> Stage<'a> for Loaded<'a> {
    fn bitcode(&self) -> &Bitcode<'a> {
        &self.live.bitcode
    }
}

pub(super) fn passes<'a>() -> [&'a dyn Pass<Loaded<'a>>; 14] {
    [
        &ApplyProfile,
        &PointerPairs,
        &Claims,
        &Members,
        &Calls,
        &Variadic,
        &Uninitialized,
        &Simplify,
        &Promote("promote"),
        &Lower,
        &Inline,
        &Promote("promote-inlined"),
        &MergeReads,
        &InferAttributes,
    ]
}

/// Checks pairs of pointers that are ordered or subtracted, before LLVM folds what it may assume of them.
struct PointerPairs;

impl Pass<Loaded<'_>> for PointerPairs {
    fn name(&self) -> &'static str {
        "pointer-pairs"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.pairs.any()
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        stage.live.check_pointer_pairs();
        Ok(())
    }
}

/// Checks what the source says holds, before LLVM believes it.
struct Claims;

impl Pass<Loaded<'_>> for Claims {
    fn name(&self) -> &'static str {
        "claims"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.claims
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        // The runtime of firmware has no report of assumptions.
        if stage.live.options.plan.bare.is_none() && stage.live.bitcode.knows(ASSUME) {
            stage.live.check_claims();
        }
        check_stated_sizes(&mut stage.live.bitcode);
        Ok(())
    }
}

/// Holds accesses of arrays in structures to their array, before LLVM merges addresses and forgets what the source has named by them.
struct Members;

impl Pass<Loaded<'_>> for Members {
    fn name(&self) -> &'static str {
        "members"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.members.is_some()
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        if let Some(strict_flex_arrays) = stage.live.options.members {
            stage.live.check_members(strict_flex_arrays);
        }
        Ok(())
    }
}

/// Compares the types of calls, before LLVM does with those of another type what it likes.
struct Calls;

impl Pass<Loaded<'_>> for Calls {
    fn name(&self) -> &'static str {
        "calls"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.calls
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        stage.live.check_calls();
        Ok(())
    }
}

/// Compares reads of variable arguments with what was passed, while they stand as the front end has expanded them.
struct Variadic;

impl Pass<Loaded<'_>> for Variadic {
    fn name(&self) -> &'static str {
        "variadic"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.calls
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        stage.live.check_variadic();
        Ok(())
    }
}

/// Lets pointers that were never written say so, before LLVM takes them for anything.
struct Uninitialized;

impl Pass<Loaded<'_>> for Uninitialized {
    fn name(&self) -> &'static str {
        "uninitialized"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.uninitialized
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        stage.live.mark_pointers();
        Ok(())
    }
}

/// LLVM's simplification before anything is vectorised: fewer accesses, each once. It may delete accesses, and strict checks come before that
/// (`simplify-checked`).
pub(super) struct Simplify;

impl Pass<Loaded<'_>> for Simplify {
    fn name(&self) -> &'static str {
        "simplify"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        !options.strict
    }

    fn is_clangs(&self) -> bool {
        true
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        let live = &stage.live;
        live.simplify(live.options.opt, Reading::Faithful, true)
    }
}

impl Simplify {
    /// Whether it optimises.
    pub(super) fn optimises(&self, options: &Options) -> bool {
        self.is_enabled(options) && options.opt != OptLevel::O0 && !options.disables(self.name())
    }
}

/// Strict: stack objects become values where no error can get lost by that; at every level, so that the same objects are known. It runs once more behind `inline`, for objects
/// that only had to be in memory for a callee which is part of the caller then.
struct Promote(&'static str);

impl Pass<Loaded<'_>> for Promote {
    fn name(&self) -> &'static str {
        self.0
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.strict
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        /// Variables that hold addresses of others are first to become values, then those others.
        const ITERATIONS: usize = 3;
        let live = &mut stage.live;
        for _ in 0..ITERATIONS {
            let (module, handles) = import(&live.bitcode);
            let mut editor = Editor::new(&mut live.bitcode, handles);
            let promotion = hold_objects(&mut editor, &module);
            drop(editor);
            if promotion.any {
                live.run("function(sroa<preserve-cfg>)")?;
            }
            Editor::by_name(&mut live.bitcode).remove_barriers();
            if !promotion.more {
                break;
            }
        }
        live.bitcode.keep_unused_divisions();
        Ok(())
    }
}

/// Strict: lowers what code generation does not know, as `simplify` does at `-O0`.
struct Lower;

impl Pass<Loaded<'_>> for Lower {
    fn name(&self) -> &'static str {
        "lower"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.strict
    }

    fn is_clangs(&self) -> bool {
        true
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        stage.live.lower()
    }
}

/// Strict: callees without a frame become parts of their callers, so that the plan knows the objects which they access and the loops that they are called in.
struct Inline;

impl Pass<Loaded<'_>> for Inline {
    fn name(&self) -> &'static str {
        "inline"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.strict && options.opt != OptLevel::O0
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        let live = &stage.live;
        let tuning = Pipeline {
            reading: Reading::Faithful,
            ..live.tuning()
        };
        Ok(live.bitcode.inline_keeping_accesses(tuning)?)
    }
}

/// Strict: equal values are computed and read once, and what is the same in all iterations of a loop stands before it, where no error can get lost by that. So fewer
/// accesses need a check, and the planner recognises loops.
struct MergeReads;

impl Pass<Loaded<'_>> for MergeReads {
    fn name(&self) -> &'static str {
        "merge-reads"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.strict && options.opt != OptLevel::O0
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        let live = &stage.live;
        let tuning = Pipeline {
            reading: Reading::Faithful,
            ..live.tuning()
        };
        let options = live.options;
        let loops = invariant_reads(options.opt);
        let unrolled = match options.plan.bare {
            // Each iteration would have checks of its own, and flash is scarce.
            Some(_) => EQUAL_VALUES.to_owned(),
            None => equal_values_unrolled(options.opt, options.tuning),
        };
        Ok(live.bitcode.run_keeping_accesses(
            [EQUAL_VALUES, &loops, INVARIANT_COMPUTATIONS, &unrolled],
            tuning,
        )?)
    }
}

/// Strict: LLVM infers what functions do with their parameters, as `simplify` does otherwise. It changes no code.
struct InferAttributes;

impl Pass<Loaded<'_>> for InferAttributes {
    fn name(&self) -> &'static str {
        "infer-attributes"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.strict && options.opt != OptLevel::O0
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        stage.live.run("inferattrs,cgscc(function-attrs)")
    }
}
