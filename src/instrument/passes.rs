//! The passes of the pipeline, in order.

use super::pipelines::{MATRICES, before_checks, behind_checks};
use super::{Error, Job, OptLevel};
use crate::stopwatch::{self, Phase};
use sanecc_instrument::{
    CheckPlan, PlanOptions, SpeculatedLoads, Statistics, Thunk, apply, bounds_checks, check_pairs,
    define_thunks, hold_objects, keep_faults, leave_out_frame_pointers, locate_checks,
    may_read_before_loops, redirect_calls, shadow_checks, touch, verify,
};
use sanecc_ir::Module;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::{Handles, import};
use sanecc_ir::llvm::{Bitcode, Context, Pipeline, Reading};
use serde::Serialize;
use std::collections::HashSet;

/// What the passes work on, and hand to each other.
pub(super) struct State<'ctx> {
    context: &'ctx Context,
    pub(super) bitcode: Bitcode<'ctx>,
    job: Job,
    import: Option<(Module, Handles)>,
    plan: CheckPlan,
    /// The source file, as the compiler was given it.
    source: String,
    /// A JSON record a line for each access, if they are wanted.
    pub(super) access_remarks: Option<Vec<u8>>,
    /// Checks that LLVM sees before it optimises, and those that it sees behind.
    bounds_checks: String,
    shadow_checks: String,
    thunks: Vec<Thunk>,
    /// Names of functions in which it is asked before loops whether all is good.
    asking: HashSet<String>,
}

impl<'ctx> State<'ctx> {
    pub(super) fn new(context: &'ctx Context, bitcode: Bitcode<'ctx>, job: &Job) -> Self {
        Self {
            context,
            bitcode,
            job: job.clone(),
            import: None,
            plan: CheckPlan::default(),
            source: String::new(),
            access_remarks: None,
            bounds_checks: String::new(),
            shadow_checks: String::new(),
            thunks: Vec::new(),
            asking: HashSet::new(),
        }
    }

    /// Counts and times of the module as one line of JSON.
    pub(super) fn statistics(&self) -> Vec<u8> {
        #[derive(Serialize)]
        struct Record<'a> {
            source: &'a str,
            counts: Option<Statistics>,
            phases: Vec<Phase>,
            peak_memory_bytes: Option<u64>,
        }
        let record = Record {
            source: &self.source,
            counts: self.plan.statistics,
            phases: stopwatch::take(),
            peak_memory_bytes: stopwatch::peak_memory(),
        };
        lines(std::iter::once(record))
    }

    fn tuning(&self) -> Pipeline {
        Pipeline {
            unroll: self.job.tuning.unrolls(self.job.opt),
            checks_follow: false,
            verify_each: false,
            reading: Reading::Free,
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
pub(super) static ALL: [Pass; 16] = [
    Pass {
        name: "pointer-pairs",
        optional: true,
        run: check_pointer_pairs,
        show: show_module,
    },
    Pass {
        name: "simplify",
        optional: true,
        run: simplify,
        show: show_module,
    },
    Pass {
        name: "promote",
        optional: true,
        run: promote,
        show: show_module,
    },
    Pass {
        name: "import",
        optional: false,
        run: run_import,
        show: show_ir,
    },
    Pass {
        name: "promoted-loads",
        optional: true,
        run: simplify_without_promotion,
        show: show_module,
    },
    Pass {
        name: "speculated-loads",
        optional: true,
        run: guard_speculated_loads,
        show: show_module,
    },
    Pass {
        name: "plan",
        optional: false,
        run: plan,
        show: show_plan,
    },
    Pass {
        name: "library-calls",
        optional: true,
        run: redirect_library_calls,
        show: show_module,
    },
    Pass {
        name: "instrument",
        optional: false,
        run: instrument,
        show: show_module,
    },
    Pass {
        name: "expand-bounds",
        optional: false,
        run: expand_bounds,
        show: show_module,
    },
    Pass {
        name: "simplify-checked",
        optional: true,
        run: simplify_checked,
        show: show_module,
    },
    Pass {
        name: "unswitch",
        optional: true,
        run: unswitch,
        show: show_module,
    },
    Pass {
        name: "optimize",
        optional: true,
        run: optimize,
        show: show_module,
    },
    Pass {
        name: "touch",
        optional: true,
        run: touch_what_is_checked,
        show: show_module,
    },
    Pass {
        name: "expand-shadow",
        optional: false,
        run: expand_shadow,
        show: show_module,
    },
    Pass {
        name: "expand-library-calls",
        optional: false,
        run: expand_library_calls,
        show: show_module,
    },
];

fn show_module(state: &State<'_>) -> String {
    state.bitcode.to_text()
}

/// Pointers that are ordered or subtracted are handed to the runtime, where that is asked for: before LLVM folds what
/// it may take for granted of them.
fn check_pointer_pairs(state: &mut State<'_>) -> Result<(), Error> {
    if state.job.pairs.any() {
        let (module, handles) = import(&state.bitcode);
        let mut editor = Editor::new(&mut state.bitcode, handles);
        check_pairs(&mut editor, &module, state.job.pairs);
    }
    Ok(())
}

/// LLVM's simplification before anything is vectorised: fewer accesses, each once. It may delete accesses, which strict checks come before:
/// there it only lowers what code generation does not know, as at `-O0`.
fn simplify(state: &mut State<'_>) -> Result<(), Error> {
    let level = match state.job.options.strict {
        true => OptLevel::O0,
        false => state.job.opt,
    };
    pre_link(state, level, Reading::Faithful)
}

fn pre_link(state: &State<'_>, level: OptLevel, reading: Reading) -> Result<(), Error> {
    let pipeline = match state.bitcode.knows("llvm.matrix.") {
        true => format!("{MATRICES},{}", before_checks(level)),
        false => before_checks(level),
    };
    let tuning = Pipeline {
        reading,
        checks_follow: !state.job.options.strict,
        ..state.tuning()
    };
    Ok(state.bitcode.run(&pipeline, tuning)?)
}

/// Where LLVM may have read before a loop what no turn of it reads, and what may be poisoned, the module is simplified anew, without that.
/// Strict checks come before it does so.
fn simplify_without_promotion(state: &mut State<'_>) -> Result<(), Error> {
    let job = &state.job;
    let simplifies = job.opt != OptLevel::O0
        && !job.options.strict
        && !job.options.disable.iter().any(|name| name == "simplify");
    let doubtful = |(module, _): &(Module, Handles)| may_read_before_loops(module);
    if simplifies && state.import.as_ref().is_some_and(doubtful) {
        tracing::info!("simplified anew: loops keep what they read and write in memory");
        state.import = None;
        state.bitcode = Bitcode::read(state.context, &job.bitcode)?;
        check_pointer_pairs(state)?;
        pre_link(state, state.job.opt, Reading::FaithfulInLoops)?;
        run_import(state)?;
    }
    Ok(())
}

/// Strict: stack objects become values where no error can get lost by that; at every level, so that the same objects are known.
fn promote(state: &mut State<'_>) -> Result<(), Error> {
    /// Variables that hold addresses of others are first to become values, then those others.
    const ITERATIONS: usize = 3;
    if !state.job.options.strict {
        return Ok(());
    }
    for _ in 0..ITERATIONS {
        let (module, handles) = import(&state.bitcode);
        let mut editor = Editor::new(&mut state.bitcode, handles);
        let some = hold_objects(&mut editor, &module);
        drop(editor);
        if some {
            let pipeline = "function(sroa<preserve-cfg>)";
            state.bitcode.run(pipeline, state.tuning())?;
        }
        Editor::by_name(&mut state.bitcode).release();
        if !some {
            break;
        }
    }
    Ok(())
}

/// The owned copy that everything below reads.
fn run_import(state: &mut State<'_>) -> Result<(), Error> {
    state.import = Some(import(&state.bitcode));
    Ok(())
}

fn show_ir(state: &State<'_>) -> String {
    state
        .import
        .as_ref()
        .map(|(module, _)| module.to_string())
        .unwrap_or_default()
}

/// Loads that LLVM has put where the program does not always read ask only where it does.
fn guard_speculated_loads(state: &mut State<'_>) -> Result<(), Error> {
    if let Some((module, _)) = &state.import {
        let loads = SpeculatedLoads::of(module);
        if !loads.is_empty()
            && let Some((module, handles)) = state.import.take()
        {
            loads.guard(&mut Editor::new(&mut state.bitcode, handles), &module);
            state.import = Some(import(&state.bitcode));
        }
    }
    Ok(())
}

/// Which access gets which check.
fn plan(state: &mut State<'_>) -> Result<(), Error> {
    let options = &state.job.options;
    let options = PlanOptions {
        elide: options.elide.unwrap_or(state.job.opt.elide()),
        prover: options.prover,
        use_after_return: state.job.use_after_return,
        ignore_scopes: state.job.ignore_scopes,
        removal_limit: options.bisect_limit,
        disabled: options.disable.clone(),
        recover: options.recover,
        outlined: state.job.outlined,
        audit: options.audit,
        taint: options.taint,
        count: options.count,
        statistics: state.job.statistics.is_some(),
        threads: None,
    };
    if let Some((module, _)) = &state.import {
        state.plan = CheckPlan::of(module, &options);
        state.source.clone_from(&module.source);
        let wanted = state.job.access_remarks.is_some();
        state.access_remarks = wanted.then(|| lines(state.plan.remarks(module)));
    }
    Ok(())
}

/// JSON, a record a line.
fn lines(records: impl Iterator<Item = impl Serialize>) -> Vec<u8> {
    let mut lines = Vec::new();
    for record in records {
        // Cannot fail: the records have texts for keys, and memory takes everything.
        let _ = serde_json::to_writer(&mut lines, &record);
        lines.push(b'\n');
    }
    lines
}

fn show_plan(state: &State<'_>) -> String {
    state
        .import
        .as_ref()
        .map(|(module, _)| state.plan.describe(module))
        .unwrap_or_default()
}

/// Calls of library functions go to the runtime first.
fn redirect_library_calls(state: &mut State<'_>) -> Result<(), Error> {
    if let Some((module, handles)) = state.import.take() {
        let mut editor = Editor::new(&mut state.bitcode, handles);
        state.thunks = redirect_calls(&mut editor, &module, &state.plan);
        let handles = editor.into_handles();
        state.import = Some((module, handles));
    }
    Ok(())
}

/// The plan becomes calls of check functions. Debug information that only the checks' locations needed goes.
fn instrument(state: &mut State<'_>) -> Result<(), Error> {
    let Some((module, handles)) = state.import.take() else {
        return Ok(());
    };
    if state.job.strip_debug {
        state.bitcode.strip_debug_info();
    }
    let asks = |id| state.plan.function(id).is_some_and(|f| !f.loops.is_empty());
    let asking = module.functions.iter().filter(|(id, _)| asks(*id));
    state.asking = asking.map(|(_, function)| function.name.clone()).collect();
    let mut editor = Editor::new(&mut state.bitcode, handles);
    apply(&mut editor, &module, &state.plan);
    verify(&editor, &module, &state.plan)?;
    if state.job.options.strict {
        keep_faults(&mut editor, &module);
    }
    drop(editor);
    state.bounds_checks = bounds_checks(&module, &state.plan);
    state.shadow_checks = shadow_checks(&module, &state.plan);
    Ok(())
}

/// Offset comparisons become code.
fn expand_bounds(state: &mut State<'_>) -> Result<(), Error> {
    let functions = std::mem::take(&mut state.bounds_checks);
    expand(state, &functions)
}

/// Strict: what `simplify` has left for now, around the checks.
fn simplify_checked(state: &mut State<'_>) -> Result<(), Error> {
    match state.job.options.strict && state.job.opt != OptLevel::O0 {
        true => pre_link(state, state.job.opt, Reading::Faithful),
        false => Ok(()),
    }
}

/// Two loops of each one before which it is asked whether all is good: one without checks and one with.
fn unswitch(state: &mut State<'_>) -> Result<(), Error> {
    if state.asking.is_empty() {
        return Ok(());
    }
    let pipeline = "function(loop-mssa(simple-loop-unswitch<nontrivial>))";
    let tuning = state.tuning();
    if state.job.options.strict {
        // Functions that ask may lie in others by now.
        return Ok(state.bitcode.run(pipeline, tuning)?);
    }
    Ok(state.bitcode.run_growing(pipeline, tuning, &state.asking)?)
}

/// LLVM's optimisation of the checked module: vectorising, unrolling, cleaning up. Shadow checks are opaque to it.
fn optimize(state: &mut State<'_>) -> Result<(), Error> {
    let pipeline = behind_checks(state.job.opt, state.job.tuning);
    Ok(state.bitcode.run(&pipeline, state.tuning())?)
}

/// Strict: accesses that LLVM has left out behind their checks leave a trace, so that those fault that would have.
fn touch_what_is_checked(state: &mut State<'_>) -> Result<(), Error> {
    if state.job.options.strict {
        touch(&mut Editor::by_name(&mut state.bitcode));
    }
    Ok(())
}

/// Shadow checks become code.
fn expand_shadow(state: &mut State<'_>) -> Result<(), Error> {
    let mut editor = Editor::by_name(&mut state.bitcode);
    if state.job.adds_frame_pointers {
        leave_out_frame_pointers(&mut editor);
    }
    locate_checks(&mut editor);
    drop(editor);
    let functions = std::mem::take(&mut state.shadow_checks);
    expand(state, &functions)
}

/// The thunks of library calls become code.
fn expand_library_calls(state: &mut State<'_>) -> Result<(), Error> {
    define_thunks(&mut Editor::by_name(&mut state.bitcode), &state.thunks);
    Ok(())
}

/// Links functions in (the linker takes only what is called) and inlines them.
fn expand(state: &mut State<'_>, functions: &str) -> Result<(), Error> {
    state.bitcode.link_text(state.context, functions)?;
    Ok(state.bitcode.run("always-inline", state.tuning())?)
}
