//! The stage with a plan: one decision for each access.

use super::imported::Imported;
use super::live::LiveModule;
use super::{Pass, Stage, Transition};
use crate::instrument::{Error, Options};
use crate::remarks::frame::{self, Header};
use crate::stopwatch::{self, Phase};
use sanecc_instrument::{
    CheckPlan, Statistics, Thunk, keep_faults, redirect_calls, redirect_calls_to_runtime,
};
use sanecc_ir::Module;
use sanecc_ir::llvm::Bitcode;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::{Handles, compilation_folder};
use serde::Serialize;

/// A module with its plan.
pub(super) struct Planned<'a> {
    live: LiveModule<'a>,
    module: Module,
    handles: Handles,
    plan: CheckPlan,
    records: Records,
    thunks: Vec<Thunk>,
}

/// What [`super::instrumented::Instrument`] takes over.
pub(super) struct Parts<'a> {
    pub(super) live: LiveModule<'a>,
    pub(super) module: Module,
    pub(super) handles: Handles,
    pub(super) plan: CheckPlan,
    pub(super) records: Records,
    pub(super) thunks: Vec<Thunk>,
}

impl<'a> Planned<'a> {
    fn edit<T>(&mut self, edit: impl FnOnce(&mut Editor<'_>, &Module, &CheckPlan) -> T) -> T {
        let handles = std::mem::take(&mut self.handles);
        let mut editor = Editor::new(&mut self.live.bitcode, handles);
        let made = edit(&mut editor, &self.module, &self.plan);
        self.handles = editor.into_handles();
        made
    }

    /// The module and its plan, where no code is made of them.
    pub(super) fn into_plan(self) -> (Module, CheckPlan) {
        (self.module, self.plan)
    }

    pub(super) fn into_parts(self) -> Parts<'a> {
        Parts {
            live: self.live,
            module: self.module,
            handles: self.handles,
            plan: self.plan,
            records: self.records,
            thunks: self.thunks,
        }
    }
}

impl<'a> Stage<'a> for Planned<'a> {
    fn bitcode(&self) -> &Bitcode<'a> {
        &self.live.bitcode
    }
}

/// The requested records of a plan: statistics and remarks. Parts of a module have none.
#[derive(Default)]
pub(in crate::instrument) struct Records {
    /// The source file, as the compiler was given it.
    source: String,
    /// The folder of the compilation, where the object has it anyway: with the user's debug information.
    folder: Option<String>,
    counts: Option<Statistics>,
    /// A JSON record a line for each access.
    accesses: Option<Vec<u8>>,
    /// The same for each operation that was inserted.
    pub(super) operations: Option<Vec<u8>>,
}

impl Records {
    /// A JSON record a line for each access, if they are wanted.
    pub(in crate::instrument) fn accesses(&self) -> Option<&[u8]> {
        self.accesses.as_deref()
    }

    /// These records as a frame of the section of remarks.
    pub(in crate::instrument) fn frame(&self) -> Vec<u8> {
        self.framed(self.accesses.as_deref())
    }

    /// What the object carries: a section's name, and its bytes.
    pub(in crate::instrument) fn sections(&self) -> [(&'static str, Vec<u8>); 2] {
        [
            (frame::SECTION, self.frame()),
            (frame::OPERATIONS, self.framed(self.operations.as_deref())),
        ]
    }

    fn framed(&self, lines: Option<&[u8]>) -> Vec<u8> {
        let header = Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            source: self.source.clone(),
            folder: self.folder.clone(),
        };
        frame::encode(&header, lines.unwrap_or_default())
    }

    /// Counts and times of the module as one line of JSON.
    pub(in crate::instrument) fn statistics(&self) -> Vec<u8> {
        #[derive(Serialize)]
        struct Record<'a> {
            source: &'a str,
            counts: Option<Statistics>,
            phases: Vec<Phase>,
            peak_memory_bytes: Option<u64>,
        }
        let record = Record {
            source: &self.source,
            counts: self.counts,
            phases: stopwatch::take(),
            peak_memory_bytes: stopwatch::peak_memory(),
        };
        lines(std::iter::once(record))
    }
}

/// JSON, a record a line.
pub(super) fn lines(records: impl Iterator<Item = impl Serialize>) -> Vec<u8> {
    let mut lines = Vec::new();
    for record in records {
        // Cannot fail: the records have texts for keys, and memory takes everything.
        let _ = serde_json::to_writer(&mut lines, &record);
        lines.push(b'\n');
    }
    lines
}

/// Decides which access gets which check.
pub(super) struct Plan;

impl<'a> Transition<Imported<'a>> for Plan {
    type Next = Planned<'a>;

    fn name(&self) -> &'static str {
        "plan"
    }

    fn run(&self, imported: Imported<'a>) -> Result<Planned<'a>, Error> {
        let (live, module, handles) = imported.into_parts();
        let plan = CheckPlan::of(&module, &live.options.plan);
        let wanted = live.job.wants_remarks();
        let named = !live.options.adds_debug;
        let records = Records {
            source: module.source.clone(),
            folder: compilation_folder(&live.bitcode).filter(|_| named),
            counts: plan.statistics,
            accesses: wanted.then(|| lines(plan.remarks(&module))),
            operations: None,
        };
        Ok(Planned {
            live,
            module,
            handles,
            plan,
            records,
            thunks: Vec::new(),
        })
    }

    fn show(&self, stage: &Planned<'a>) -> Option<String> {
        Some(stage.plan.describe(&stage.module))
    }
}

pub(super) fn passes<'a>() -> [&'a dyn Pass<Planned<'a>>; 2] {
    [&LibraryCalls, &KeepFaults]
}

/// Calls of library functions go to the runtime first.
struct LibraryCalls;

impl Pass<Planned<'_>> for LibraryCalls {
    fn name(&self) -> &'static str {
        "library-calls"
    }

    fn run(&self, stage: &mut Planned<'_>) -> Result<(), Error> {
        match stage.plan.bare {
            Some(_) => stage.edit(redirect_calls_to_runtime),
            None => stage.thunks = stage.edit(redirect_calls),
        }
        Ok(())
    }
}

/// Strict and `-O0`: accesses that fault by themselves stay, also where LLVM would take them away.
struct KeepFaults;

impl Pass<Planned<'_>> for KeepFaults {
    fn name(&self) -> &'static str {
        "keep-faults"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.keeps_faults()
    }

    fn run(&self, stage: &mut Planned<'_>) -> Result<(), Error> {
        stage.edit(|editor, module, _| keep_faults(editor, module));
        Ok(())
    }
}
