//! The stages of a module, and the passes of each.
//!
//! `Loaded -> Imported -> Planned -> Instrumented -> Optimised`: each stage is a type that only a [`Transition`] from its predecessor makes, and
//! only [`Optimised`] yields bitcode for code generation. So a module without a plan, or with a plan that is not applied, cannot become
//! code: there is no value to call code generation with. A [`Pass`] changes a module and leaves it in its stage.
//!
//! A file for each stage: the type, the transition that makes it, its passes.

mod imported;
mod instrumented;
mod live;
mod loaded;
mod optimised;
mod planned;
mod profile;

use super::{Error, Job, Options, manager};
use live::LiveModule;
use sanecc_ir::llvm::{Bitcode, Context};

pub(super) use instrumented::{Checks, Instrumented};
pub(super) use optimised::Optimised;
use planned::Planned;
pub(super) use planned::Records;
use sanecc_instrument::CheckPlan;
use sanecc_ir::Module;

/// A module on its way through the pipeline.
pub(super) trait Stage<'a> {
    /// The live module.
    fn bitcode(&self) -> &Bitcode<'a>;
}

/// A change of a module that stays in stage `S`.
pub(super) trait Pass<S> {
    /// Its name in flags, dumps and logs.
    fn name(&self) -> &'static str;

    /// Whether `-fsanecc-disable-pass` may leave it out.
    fn is_optional(&self) -> bool {
        true
    }

    /// Whether clang does the same work without checks, at this place or another.
    fn is_clangs(&self) -> bool {
        false
    }

    /// Whether there is something to do with these options.
    fn is_enabled(&self, _options: &Options) -> bool {
        true
    }

    /// Does the work.
    fn run(&self, stage: &mut S) -> Result<(), Error>;
}

/// Makes a stage of its predecessor. It is never left out.
pub(super) trait Transition<S> {
    /// The stage that it makes.
    type Next;

    /// Its name in flags, dumps and logs.
    fn name(&self) -> &'static str;

    /// Does the work.
    fn run(&self, stage: S) -> Result<Self::Next, Error>;

    /// What it made, as text, if that is not the live module.
    fn show(&self, _next: &Self::Next) -> Option<String> {
        None
    }
}

/// Runs the pipeline as far as it looks across functions.
pub(super) fn run<'a>(
    context: &'a Context,
    bitcode: Bitcode<'a>,
    job: &'a Job<'a>,
) -> Result<Instrumented<'a>, Error> {
    let manager = manager::Manager::new(job.options);
    let mut planned = planned(&manager, context, bitcode, job)?;
    manager.run(&planned::passes(), &mut planned)?;
    let mut instrumented = manager.advance(&instrumented::Instrument, planned)?;
    manager.run(&instrumented::passes(), &mut instrumented)?;
    Ok(instrumented)
}

/// Runs the rest of it, also with a part of the module.
pub(super) fn finish<'a>(mut instrumented: Instrumented<'a>) -> Result<Optimised<'a>, Error> {
    let manager = manager::Manager::new(instrumented.options());
    manager.run(&instrumented::passes_of_parts(), &mut instrumented)?;
    let mut optimised = manager.advance(&optimised::ExpandShadow, instrumented)?;
    manager.run(&optimised::passes(), &mut optimised)?;
    Ok(optimised)
}

/// Runs the pipeline as far as the plan: the module that is planned, and the plan.
pub(super) fn plan<'a>(
    context: &'a Context,
    bitcode: Bitcode<'a>,
    job: &'a Job<'a>,
) -> Result<(Module, CheckPlan), Error> {
    let manager = manager::Manager::new(job.options);
    Ok(planned(&manager, context, bitcode, job)?.into_plan())
}

fn planned<'a>(
    manager: &manager::Manager<'a>,
    context: &'a Context,
    bitcode: Bitcode<'a>,
    job: &'a Job<'a>,
) -> Result<Planned<'a>, Error> {
    let mut loaded = loaded::Loaded::new(LiveModule::new(context, bitcode, job));
    manager.run(&loaded::passes(), &mut loaded)?;
    let mut imported = manager.advance(&imported::Import, loaded)?;
    manager.run(&imported::passes(), &mut imported)?;
    manager.advance(&planned::Plan, imported)
}

/// A pass or transition, as flags see it.
#[derive(Clone)]
pub(super) struct Name {
    pub(super) name: &'static str,
    pub(super) optional: bool,
}

/// All passes and transitions, in order.
pub(super) fn names() -> Vec<Name> {
    fn of<S>(passes: &[&dyn Pass<S>]) -> Vec<Name> {
        let names = passes.iter().map(|pass| Name {
            name: pass.name(),
            optional: pass.is_optional(),
        });
        names.collect()
    }
    fn required(name: &'static str) -> Vec<Name> {
        vec![Name {
            name,
            optional: false,
        }]
    }
    [
        of(&loaded::passes()),
        required(imported::Import.name()),
        of(&imported::passes()),
        required(planned::Plan.name()),
        of(&planned::passes()),
        required(instrumented::Instrument.name()),
        of(&instrumented::passes()),
        of(&instrumented::passes_of_parts()),
        required(optimised::ExpandShadow.name()),
        of(&optimised::passes()),
    ]
    .into_iter()
    .flatten()
    .collect()
}
