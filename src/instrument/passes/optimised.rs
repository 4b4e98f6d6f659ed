//! The last stage: optimised, and shadow checks are expanded to code. Code generation takes no other stage.

use super::instrumented::Instrumented;
use super::live::LiveModule;
use super::planned::Records;
use super::profile::LowerCounters;
use super::{Pass, Stage, Transition};
use crate::instrument::Error;
use crate::remarks::frame::{self, Header};
use sanecc_instrument::{
    Thunk, define_thunks, join_checks, leave_out_frame_pointers, locate_checks,
};
use sanecc_ir::llvm::Bitcode;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::compilation_folder;
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

    /// A JSON record a line for each access, if they are wanted.
    pub(in crate::instrument) fn access_remarks(&self) -> Option<&[u8]> {
        self.records.accesses.as_deref()
    }

    /// These records as a frame of the section of remarks. With the user's debug information it names the folder of the compilation, which the
    /// object has then anyway.
    pub(in crate::instrument) fn remark_frame(&self) -> Vec<u8> {
        self.frame(self.access_remarks().unwrap_or_default())
    }

    fn frame(&self, lines: &[u8]) -> Vec<u8> {
        let named = !self.live.options.adds_debug;
        let header = Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            source: self.records.source.clone(),
            folder: compilation_folder(&self.live.bitcode).filter(|_| named),
        };
        frame::encode(&header, lines)
    }

    /// Lets the object carry these records, and those of operations.
    pub(in crate::instrument) fn embed_remarks(&mut self) {
        let accesses = self.remark_frame();
        let operations = self.frame(self.records.operations.as_deref().unwrap_or_default());
        let mut editor = Editor::by_name(&mut self.live.bitcode);
        editor.add_unloaded(frame::SECTION, &accesses);
        editor.add_unloaded(frame::OPERATIONS, &operations);
    }

    /// Counts and times of the module as one line of JSON.
    pub(in crate::instrument) fn statistics(&self) -> Vec<u8> {
        self.records.statistics()
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
        let (mut live, records, thunks, shadow_checks) = instrumented.into_parts();
        let mut editor = Editor::by_name(&mut live.bitcode);
        if live.options.adds_frame_pointers {
            leave_out_frame_pointers(&mut editor);
        }
        if shadow_checks.are_joined {
            join_checks(&mut editor);
        }
        locate_checks(&mut editor);
        drop(editor);
        live.expand(&shadow_checks.definitions)?;
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
