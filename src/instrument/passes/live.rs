//! The live module with its job, and how LLVM's pipelines run over it.

use crate::instrument::pipelines::{MATRICES, before_checks};
use crate::instrument::{Error, Job, OptLevel, Options};
use sanecc_instrument::{
    check_calls, check_claims, check_members, check_pairs, check_variadic, mark_pointers,
};
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{Bitcode, Context, Pipeline, Reading};

pub(super) struct LiveModule<'a> {
    context: &'a Context,
    pub(super) bitcode: Bitcode<'a>,
    pub(super) job: &'a Job<'a>,
    pub(super) options: &'a Options,
}

impl<'a> LiveModule<'a> {
    pub(super) fn new(context: &'a Context, bitcode: Bitcode<'a>, job: &'a Job<'a>) -> Self {
        Self {
            context,
            bitcode,
            job,
            options: job.options,
        }
    }

    /// Drops all changes.
    pub(super) fn read_again(&mut self) -> Result<(), Error> {
        self.bitcode = Bitcode::read(self.context, self.job.bitcode)?;
        Ok(())
    }

    pub(super) fn tuning(&self) -> Pipeline {
        Pipeline {
            unroll: self.options.tuning.unrolls(self.options.opt),
            checks_follow: false,
            verify_each: false,
            reading: Reading::Free,
        }
    }

    /// Runs a pipeline of LLVM's.
    pub(super) fn run(&self, pipeline: &str) -> Result<(), Error> {
        Ok(self.bitcode.run(pipeline, self.tuning())?)
    }

    /// Simplifies as LLVM does before it vectorises. It inlines less if `checks_follow`.
    pub(super) fn simplify(
        &self,
        level: OptLevel,
        reading: Reading,
        checks_follow: bool,
    ) -> Result<(), Error> {
        let tuning = Pipeline {
            reading,
            checks_follow,
            ..self.tuning()
        };
        Ok(self.bitcode.run(&self.simplification(level), tuning)?)
    }

    /// Lowers what code generation does not know, and inlines what must be inlined.
    pub(super) fn lower(&self) -> Result<(), Error> {
        let tuning = Pipeline {
            reading: Reading::Faithful,
            ..self.tuning()
        };
        let pipeline = self.simplification(OptLevel::O0);
        Ok(self
            .bitcode
            .run_with_variable_constants(&pipeline, tuning)?)
    }

    fn simplification(&self, level: OptLevel) -> String {
        match self.bitcode.knows("llvm.matrix.") {
            true => format!("{MATRICES},{}", before_checks(level)),
            false => before_checks(level),
        }
    }

    /// Hands pairs of pointers that are ordered or subtracted to the runtime.
    pub(super) fn check_pointer_pairs(&mut self) {
        let (module, handles) = import(&self.bitcode);
        let mut editor = Editor::new(&mut self.bitcode, handles);
        let Options { pairs, plan, .. } = self.options;
        check_pairs(&mut editor, &module, *pairs, plan);
    }

    /// Turns what the source says holds into branches.
    pub(super) fn check_claims(&mut self) {
        let (module, handles) = import(&self.bitcode);
        let mut editor = Editor::new(&mut self.bitcode, handles);
        check_claims(&mut editor, &module, self.options.plan.recover);
    }

    /// Holds accesses of arrays in structures to their array.
    pub(super) fn check_members(&mut self, strict_flex_arrays: u8) {
        let (module, handles) = import(&self.bitcode);
        let mut editor = Editor::new(&mut self.bitcode, handles);
        let returns = self.options.plan.recover;
        check_members(&mut editor, &module, strict_flex_arrays, returns);
    }

    /// Compares the types of calls with those of the functions that are called.
    pub(super) fn check_calls(&mut self) {
        let (module, handles) = import(&self.bitcode);
        let mut editor = Editor::new(&mut self.bitcode, handles);
        check_calls(&mut editor, &module, self.options.plan.recover);
    }

    /// Compares reads of variable arguments with what was passed.
    pub(super) fn check_variadic(&mut self) {
        let (module, handles) = import(&self.bitcode);
        let mut editor = Editor::new(&mut self.bitcode, handles);
        check_variadic(&mut editor, &module, self.options.plan.recover);
    }

    /// Lets pointers of local variables that were never written say so.
    pub(super) fn mark_pointers(&mut self) {
        let (module, handles) = import(&self.bitcode);
        let mut editor = Editor::new(&mut self.bitcode, handles);
        mark_pointers(&mut editor, &module);
    }

    /// Links functions in (the linker takes only what is called) and inlines them.
    pub(super) fn expand(&self, functions: &str) -> Result<(), Error> {
        self.bitcode.link_text(self.context, functions)?;
        self.run("always-inline")
    }
}
