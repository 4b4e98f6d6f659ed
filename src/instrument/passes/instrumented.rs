//! The stage with calls of check functions, as planned. LLVM optimises the checked module.

use super::live::LiveModule;
use super::planned::{Parts, Planned, Records, lines};
use super::{Pass, Stage, Transition};
use crate::instrument::pipelines::behind_checks;
use crate::instrument::{Error, Job, OptLevel, Options};
use sanecc_instrument::{
    Audit, Instrumentation, ShadowChecks, Thunk, apply, are_joined, bounds_checks, hand_over,
    remove_redundant_calls, shadow_checks, touch, verify, with_range_checks,
};
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context, Reading};
use sanecc_prove::Elide;
use std::collections::HashSet;

/// A module whose accesses are checked, and compared with its plan.
pub(in crate::instrument) struct Instrumented<'a> {
    live: LiveModule<'a>,
    records: Records,
    /// Definitions of the bounds checks: LLVM sees them before it optimises.
    bounds_checks: String,
    /// What LLVM sees after it has optimised.
    code: Checks,
    /// What the shadow checks check.
    checks: ShadowChecks,
    /// Names of functions that were planned with checks before loops.
    with_loop_checks: HashSet<String>,
}

/// What calls of checks become.
#[derive(Clone, Debug)]
pub(in crate::instrument) struct Checks {
    /// Library functions behind their checks.
    pub(super) thunks: Vec<Thunk>,
    /// Definitions of the shadow checks.
    pub(super) definitions: String,
    /// Those of accesses that are compared with the object of their pointer become one with that comparison.
    pub(super) are_joined: bool,
}

impl Checks {
    /// Those that a part calls.
    pub(in crate::instrument) fn of_part(&self, part: &Bitcode<'_>) -> Self {
        let called = |thunk: &&Thunk| part.has_function(thunk.name());
        Self {
            thunks: self.thunks.iter().filter(called).cloned().collect(),
            definitions: self.definitions.clone(),
            are_joined: self.are_joined,
        }
    }
}

impl<'a> Instrumented<'a> {
    /// A part of a module that looks across functions no more.
    ///
    /// # Errors
    /// If LLVM fails.
    pub(in crate::instrument) fn part(
        context: &'a Context,
        bitcode: Bitcode<'a>,
        job: &'a Job<'a>,
        code: Checks,
    ) -> Result<Self, Error> {
        let live = LiveModule::new(context, bitcode, job);
        // Each part has the debug information of all sources that were merged.
        live.run("strip-dead-debug-info")?;
        Ok(Self {
            live,
            records: Records::default(),
            bounds_checks: String::new(),
            code,
            checks: ShadowChecks::default(),
            with_loop_checks: HashSet::new(),
        })
    }

    /// The live module, the records, and the code of the checks.
    pub(super) fn into_parts(self) -> (LiveModule<'a>, Records, Checks) {
        (self.live, self.records, self.code)
    }

    /// The bitcode of so many parts ([`Bitcode::split`]).
    pub(in crate::instrument) fn split(&self, parts: u32) -> Option<Vec<Vec<u8>>> {
        self.live.bitcode.split(parts)
    }

    /// How many bytes the module has as bitcode.
    pub(in crate::instrument) fn size(&self) -> usize {
        self.live.bitcode.to_bitcode().len()
    }

    /// The code of the checks.
    pub(in crate::instrument) fn checks(&self) -> &Checks {
        &self.code
    }

    /// The records alone.
    pub(in crate::instrument) fn into_records(self) -> Records {
        self.records
    }

    /// How the module is compiled.
    pub(super) fn options(&self) -> &'a Options {
        self.live.options
    }
}

impl<'a> Stage<'a> for Instrumented<'a> {
    fn bitcode(&self) -> &Bitcode<'a> {
        &self.live.bitcode
    }
}

/// Applies the plan and compares the result with it. Debug information that only the checks' locations needed goes.
pub(super) struct Instrument;

impl<'a> Transition<Planned<'a>> for Instrument {
    type Next = Instrumented<'a>;

    fn name(&self) -> &'static str {
        "instrument"
    }

    fn run(&self, planned: Planned<'a>) -> Result<Instrumented<'a>, Error> {
        let Parts {
            mut live,
            module,
            handles,
            plan,
            mut records,
            thunks,
        } = planned.into_parts();
        let has_loop_checks = |id| plan.function(id).is_some_and(|f| !f.loops.is_empty());
        let functions = module.functions.iter();
        let with_loop_checks = functions
            .filter(|(id, _)| has_loop_checks(*id))
            .map(|(_, function)| function.name.clone())
            .collect();
        let mut editor = Editor::new(&mut live.bitcode, handles);
        apply(&mut editor, &module, &plan);
        verify(&editor, &module, &plan)?;
        let before = editor.into_handles();
        if live.job.embed_remarks {
            let (edited, after) = import(&live.bitcode);
            let instrumentation = Instrumentation {
                planned: &module,
                plan: &plan,
                thunks: &thunks,
                module: &edited,
                counterparts: &before.counterparts(&after),
            };
            records.operations = Some(lines(instrumentation.operations().into_iter()));
        }
        Editor::by_name(&mut live.bitcode).forget_stated();
        // On bare metal reports are decoded by it, and the device never sees it.
        if live.options.adds_debug && plan.bare.is_none() {
            live.bitcode.strip_debug_info();
        }
        Ok(Instrumented {
            live,
            records,
            bounds_checks: bounds_checks(&module, &plan),
            code: Checks {
                thunks,
                definitions: shadow_checks(&module, &plan),
                are_joined: are_joined(&plan),
            },
            checks: ShadowChecks::of(&module, &plan),
            with_loop_checks,
        })
    }
}

/// What looks across functions.
pub(super) fn passes<'a>() -> [&'a dyn Pass<Instrumented<'a>>; 5] {
    [
        &HandOver,
        &ExpandBounds,
        &SimplifyChecked,
        &RedundantCalls,
        &Unswitch,
    ]
}

/// What may as well be done with a part of the module.
pub(super) fn passes_of_parts<'a>() -> [&'a dyn Pass<Instrumented<'a>>; 2] {
    [&Optimize, &Touch]
}

/// Pointer mode: functions of which all callers are known get the provenance of arguments as parameters, and return that of their result with it. LLVM sees what becomes of it then, also where it inlines.
struct HandOver;

impl Pass<Instrumented<'_>> for HandOver {
    fn name(&self) -> &'static str {
        "hand-over"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.plan.provenance
    }

    fn run(&self, stage: &mut Instrumented<'_>) -> Result<(), Error> {
        hand_over(&mut stage.live.bitcode);
        Ok(())
    }
}

/// Offset comparisons become code.
struct ExpandBounds;

impl Pass<Instrumented<'_>> for ExpandBounds {
    fn name(&self) -> &'static str {
        "expand-bounds"
    }

    fn is_optional(&self) -> bool {
        false
    }

    fn run(&self, stage: &mut Instrumented<'_>) -> Result<(), Error> {
        stage.live.expand(&stage.bounds_checks)
    }
}

/// Strict: LLVM's simplification, around the checks.
struct SimplifyChecked;

impl Pass<Instrumented<'_>> for SimplifyChecked {
    fn name(&self) -> &'static str {
        "simplify-checked"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.strict && options.opt != OptLevel::O0
    }

    fn is_clangs(&self) -> bool {
        true
    }

    fn run(&self, stage: &mut Instrumented<'_>) -> Result<(), Error> {
        let live = &stage.live;
        live.simplify(live.options.opt, Reading::Faithful, false)
    }
}

/// Strict: removes checks that inlining has put behind others of the same bytes.
struct RedundantCalls;

impl Pass<Instrumented<'_>> for RedundantCalls {
    fn name(&self) -> &'static str {
        "redundant-calls"
    }

    /// As the rule `redundant`, and not where removals are counted or planted.
    fn is_enabled(&self, options: &Options) -> bool {
        let plan = &options.plan;
        SimplifyChecked.is_enabled(options)
            && plan.elide != Elide::None
            && !plan.recover
            && !options.disables("redundant")
            && plan.removal_limit.is_none()
            && plan.audit != Audit::Planted
    }

    fn run(&self, stage: &mut Instrumented<'_>) -> Result<(), Error> {
        let (module, handles) = import(&stage.live.bitcode);
        let mut editor = Editor::new(&mut stage.live.bitcode, handles);
        remove_redundant_calls(&mut editor, module, &stage.checks, &stage.code.thunks);
        Ok(())
    }
}

/// Makes two loops of each one with a range check before it: one without checks and one with.
struct Unswitch;

impl Pass<Instrumented<'_>> for Unswitch {
    fn name(&self) -> &'static str {
        "unswitch"
    }

    fn run(&self, stage: &mut Instrumented<'_>) -> Result<(), Error> {
        if stage.with_loop_checks.is_empty() {
            return Ok(());
        }
        let mut growing = with_range_checks(&Editor::by_name(&mut stage.live.bitcode));
        growing.extend(stage.with_loop_checks.iter().cloned());
        let live = &stage.live;
        let pipeline = "function(loop-mssa(simple-loop-unswitch<nontrivial>))";
        live.bitcode
            .run_growing(pipeline, live.tuning(), &growing)?;
        // Checks of ranges by bounds alone are comparisons, and may have been inlined anywhere: there, LLVM's own limit holds.
        match SimplifyChecked.is_enabled(live.options) {
            true => live.run(pipeline),
            false => Ok(()),
        }
    }
}

/// LLVM's optimisation of the checked module: vectorising, unrolling, cleaning up. Shadow checks are opaque to it.
struct Optimize;

impl Pass<Instrumented<'_>> for Optimize {
    fn name(&self) -> &'static str {
        "optimize"
    }

    fn is_clangs(&self) -> bool {
        true
    }

    fn run(&self, stage: &mut Instrumented<'_>) -> Result<(), Error> {
        let live = &stage.live;
        live.run(&behind_checks(live.options.opt, live.options.tuning))
    }
}

/// Strict and `-O0`: reads a byte where LLVM removed an access after its check, so that the program still faults there. On bare metal a fault is no report, and flash
/// is scarce.
struct Touch;

impl Pass<Instrumented<'_>> for Touch {
    fn name(&self) -> &'static str {
        "touch"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.keeps_faults() && options.plan.bare.is_none()
    }

    fn run(&self, stage: &mut Instrumented<'_>) -> Result<(), Error> {
        touch(&mut Editor::by_name(&mut stage.live.bitcode));
        Ok(())
    }
}
