//! The passes of the pipeline, in order.

use super::{Error, Job, OptLevel};
use sanecc_instrument::{CheckPlan, PlanOptions, apply, check_functions};
use sanecc_ir::Module;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::mirror::{Handles, mirror};
use sanecc_ir::llvm::{Bitcode, Context, Pipeline};

/// What the passes work on, and hand to each other.
pub(super) struct State<'ctx> {
    context: &'ctx Context,
    pub(super) bitcode: Bitcode<'ctx>,
    job: Job,
    mirror: Option<(Module, Handles)>,
    plan: CheckPlan,
}

impl<'ctx> State<'ctx> {
    pub(super) fn new(context: &'ctx Context, bitcode: Bitcode<'ctx>, job: &Job) -> Self {
        Self {
            context,
            bitcode,
            job: job.clone(),
            mirror: None,
            plan: CheckPlan::default(),
        }
    }

    fn tuning(&self) -> Pipeline {
        // As clang sets its pass builder for each level.
        let vectorize = matches!(self.job.opt, OptLevel::O2 | OptLevel::O3 | OptLevel::Os);
        Pipeline {
            vectorize_loops: vectorize,
            vectorize_straight: vectorize || self.job.opt == OptLevel::Oz,
            unroll: matches!(self.job.opt, OptLevel::O2 | OptLevel::O3),
            verify_each: false,
        }
    }

    fn level(&self) -> &'static str {
        match self.job.opt {
            OptLevel::O0 => "O0",
            OptLevel::O1 => "O1",
            OptLevel::O2 => "O2",
            OptLevel::O3 => "O3",
            OptLevel::Os => "Os",
            OptLevel::Oz => "Oz",
        }
    }
}

/// One step of the pipeline.
pub(super) struct Pass {
    /// Its name in flags, dumps and logs.
    pub(super) name: &'static str,
    /// Whether `-fsanecc-disable-pass` may leave it out.
    pub(super) optional: bool,
    /// Does the work.
    pub(super) run: fn(&mut State<'_>) -> Result<(), Error>,
    /// What it made, as text.
    pub(super) show: fn(&State<'_>) -> String,
}

/// The pipeline.
pub(super) static ALL: [Pass; 6] = [
    Pass {
        name: "simplify",
        optional: true,
        run: simplify,
        show: show_module,
    },
    Pass {
        name: "mirror",
        optional: false,
        run: make_mirror,
        show: show_mirror,
    },
    Pass {
        name: "plan",
        optional: false,
        run: plan,
        show: show_plan,
    },
    Pass {
        name: "instrument",
        optional: false,
        run: instrument,
        show: show_module,
    },
    Pass {
        name: "expand-checks",
        optional: false,
        run: expand_checks,
        show: show_module,
    },
    Pass {
        name: "optimize",
        optional: true,
        run: optimize,
        show: show_module,
    },
];

fn show_module(state: &State<'_>) -> String {
    state.bitcode.to_text()
}

/// LLVM's simplification before anything is vectorised: fewer accesses, each once.
fn simplify(state: &mut State<'_>) -> Result<(), Error> {
    let pipeline = format!("thinlto-pre-link<{}>", state.level());
    Ok(state.bitcode.run(&pipeline, state.tuning())?)
}

/// The owned copy that everything below reads.
fn make_mirror(state: &mut State<'_>) -> Result<(), Error> {
    state.mirror = Some(mirror(&state.bitcode));
    Ok(())
}

fn show_mirror(state: &State<'_>) -> String {
    state
        .mirror
        .as_ref()
        .map(|(module, _)| module.to_string())
        .unwrap_or_default()
}

/// Which access gets which check.
fn plan(state: &mut State<'_>) -> Result<(), Error> {
    let options = &state.job.options;
    let options = PlanOptions {
        elide: options.elide,
        removal_limit: options.bisect_limit,
        disabled: options.disable.clone(),
    };
    if let Some((module, _)) = &state.mirror {
        state.plan = CheckPlan::of(module, &options);
    }
    Ok(())
}

fn show_plan(state: &State<'_>) -> String {
    state
        .mirror
        .as_ref()
        .map(|(module, _)| state.plan.describe(module))
        .unwrap_or_default()
}

/// The plan becomes calls of check functions. Debug information that only the checks' locations needed goes.
fn instrument(state: &mut State<'_>) -> Result<(), Error> {
    let Some((module, handles)) = state.mirror.take() else {
        return Ok(());
    };
    if state.job.strip_debug {
        state.bitcode.strip_debug_info();
    }
    apply(
        &mut Editor::new(&mut state.bitcode, handles),
        &module,
        &state.plan,
    );
    // After the calls, because the linker takes only what is called.
    let functions = check_functions(&module, &state.plan);
    Ok(state.bitcode.link_text(state.context, &functions)?)
}

/// The calls become code.
fn expand_checks(state: &mut State<'_>) -> Result<(), Error> {
    Ok(state.bitcode.run("always-inline", state.tuning())?)
}

/// LLVM's optimisation of the checked module: vectorising, unrolling, cleaning up.
fn optimize(state: &mut State<'_>) -> Result<(), Error> {
    let pipeline = format!("thinlto<{}>", state.level());
    Ok(state.bitcode.run(&pipeline, state.tuning())?)
}
