//! The stage with the analysis IR, which the planner reads. Its passes undo loads that LLVM has speculated.

use super::live::LiveModule;
use super::loaded::{Loaded, Simplify};
use super::{Pass, Stage, Transition};
use crate::instrument::{Error, Options};
use sanecc_instrument::{SpeculatedLoads, may_read_before_loops};
use sanecc_ir::Module;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::{Handles, import};
use sanecc_ir::llvm::{Bitcode, Reading};

/// A module with its import.
pub(super) struct Imported<'a> {
    live: LiveModule<'a>,
    module: Module,
    handles: Handles,
}

impl<'a> Imported<'a> {
    fn of(live: LiveModule<'a>) -> Self {
        let (module, handles) = import(&live.bitcode);
        Self {
            live,
            module,
            handles,
        }
    }

    fn import_again(&mut self) {
        (self.module, self.handles) = import(&self.live.bitcode);
    }

    pub(super) fn into_parts(self) -> (LiveModule<'a>, Module, Handles) {
        (self.live, self.module, self.handles)
    }
}

impl<'a> Stage<'a> for Imported<'a> {
    fn bitcode(&self) -> &Bitcode<'a> {
        &self.live.bitcode
    }
}

/// Makes the owned copy.
pub(super) struct Import;

impl<'a> Transition<Loaded<'a>> for Import {
    type Next = Imported<'a>;

    fn name(&self) -> &'static str {
        "import"
    }

    fn run(&self, loaded: Loaded<'a>) -> Result<Imported<'a>, Error> {
        Ok(Imported::of(loaded.into_live()))
    }

    fn show(&self, stage: &Imported<'a>) -> Option<String> {
        Some(stage.module.to_string())
    }
}

pub(super) fn passes<'a>() -> [&'a dyn Pass<Imported<'a>>; 2] {
    [&HoistedLoads, &GuardSpeculatedLoads]
}

/// Simplifies the module again where LLVM may have read before a loop what no iteration reads, and what may be poisoned: this time without that.
struct HoistedLoads;

impl Pass<Imported<'_>> for HoistedLoads {
    fn name(&self) -> &'static str {
        "hoisted-loads"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        Simplify.optimises(options)
    }

    fn run(&self, stage: &mut Imported<'_>) -> Result<(), Error> {
        if !may_read_before_loops(&stage.module) {
            return Ok(());
        }
        tracing::info!("simplified again: loops keep what they read and write in memory");
        let live = &mut stage.live;
        live.read_again()?;
        if live.options.pairs.any() {
            live.check_pointer_pairs();
        }
        live.simplify(live.options.opt, Reading::FaithfulInLoops, true)?;
        stage.import_again();
        Ok(())
    }
}

/// Loads that LLVM has put where the program does not always read are checked only where it does.
struct GuardSpeculatedLoads;

impl Pass<Imported<'_>> for GuardSpeculatedLoads {
    fn name(&self) -> &'static str {
        "speculated-loads"
    }

    fn run(&self, stage: &mut Imported<'_>) -> Result<(), Error> {
        let loads = SpeculatedLoads::of(&stage.module);
        if !loads.is_empty() {
            let handles = std::mem::take(&mut stage.handles);
            let mut editor = Editor::new(&mut stage.live.bitcode, handles);
            loads.guard(&mut editor, &stage.module);
            drop(editor);
            stage.import_again();
        }
        Ok(())
    }
}
