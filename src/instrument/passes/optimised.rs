//! The last stage: optimised, and shadow checks are expanded to code. Code generation takes no other stage.

use super::instrumented::{Checks, Instrumented};
use super::live::LiveModule;
use super::planned::Records;
use super::profile::LowerCounters;
use super::{Pass, Stage, Transition};
use crate::instrument::Error;
use sanecc_instrument::{
    Thunk, define_thunks, join_checks, leave_out_frame_pointers, locate_checks,
};
use sanecc_ir::llvm::Bitcode;
use sanecc_ir::llvm::edit::Editor;
use std::ffi::CStr;

/// A module that was planned, instrumented and optimised.
pub(in crate::instrument) struct Optimised<'a> {
    live: LiveModule<'a>,
    records: Records,
    thunks: Vec<Thunk>,
}

impl<'a> Optimised<'a> {
    pub(super) fn live(&self) -> &LiveModule<'a> {
        &self.live
    }

    /// What was asked for beside code.
    pub(in crate::instrument) fn records(&self) -> &Records {
        &self.records
    }

    /// Lets the object carry these records, and those of operations.
    pub(in crate::instrument) fn embed_remarks(&mut self) {
        let mut editor = Editor::by_name(&mut self.live.bitcode);
        for (section, bytes) in self.records.sections() {
            editor.add_unloaded(section, &bytes);
        }
    }

    /// Puts bytes into a section of the object that no program gets.
    pub(in crate::instrument) fn embed(&self, section: &CStr, bytes: &[u8]) {
        self.live.bitcode.embed(section, bytes);
    }

    /// What code generation takes.
    pub(in crate::instrument) fn into_bitcode(self) -> Vec<u8> {
        self.live.bitcode.to_bitcode()
    }
}

impl<'a> Stage<'a> for Optimised<'a> {
    fn bitcode(&self) -> &Bitcode<'a> {
        &self.live.bitcode
    }
}

/// Shadow checks become code.
pub(super) struct ExpandShadow;

impl<'a> Transition<Instrumented<'a>> for ExpandShadow {
    type Next = Optimised<'a>;

    fn name(&self) -> &'static str {
        "expand-shadow"
    }

    fn run(&self, instrumented: Instrumented<'a>) -> Result<Optimised<'a>, Error> {
        let (mut live, records, checks) = instrumented.into_parts();
        let Checks {
            thunks,
            definitions,
            are_joined,
        } = checks;
        let mut editor = Editor::by_name(&mut live.bitcode);
        if live.options.adds_frame_pointers {
            leave_out_frame_pointers(&mut editor);
        }
        if are_joined {
            join_checks(&mut editor);
        }
        locate_checks(&mut editor);
        drop(editor);
        live.expand(&definitions)?;
        Ok(Optimised {
            live,
            records,
            thunks,
        })
    }
}

pub(super) fn passes<'a>() -> [&'a dyn Pass<Optimised<'a>>; 2] {
    [&ExpandLibraryCalls, &LowerCounters]
}

/// The thunks of library calls become code.
struct ExpandLibraryCalls;

impl Pass<Optimised<'_>> for ExpandLibraryCalls {
    fn name(&self) -> &'static str {
        "expand-library-calls"
    }

    fn is_optional(&self) -> bool {
        false
    }

    fn run(&self, stage: &mut Optimised<'_>) -> Result<(), Error> {
        define_thunks(&mut Editor::by_name(&mut stage.live.bitcode), &stage.thunks);
        Ok(())
    }
}
