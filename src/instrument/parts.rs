//! The parts of a large program: once nothing looks across functions any more, each is optimised and compiled by itself, by threads, and those that were made before come from the
//! cache.
//!
//! How many there are depends on the module alone, so objects do, too.

use super::passes::{self, Checks, Instrumented};
use super::{Error, Job};
use crate::diagnostics::crash;
use crate::times::{self, Work};
use crate::whole::cache::{self, Key};
use sanecc_ir::llvm::{Bitcode, Code, CodeGenerator, Context};
use sanecc_prove::Work as Threads;
use std::path::Path;

/// Which modules are split, and what is known of their parts beforehand.
#[derive(Clone, Debug)]
pub struct Splitting {
    /// About so many bytes of checked bitcode are a part.
    pub size: usize,
    /// What all parts depend on beside their bitcode, if a cache may have them.
    pub key: Option<Key>,
}

impl Splitting {
    /// The parts of a module with so many bytes of bitcode: a power of two, so that a change of the program seldom moves all of its code to other parts. A small
    /// module is one.
    fn parts(&self, length: usize) -> u32 {
        /// More only cost time: every part holds declarations of others.
        const MOST: usize = 64;
        const FEWEST: usize = 4;
        let parts = length / self.size.max(1);
        match parts {
            0..FEWEST => 1,
            _ => parts.next_power_of_two().min(MOST) as u32,
        }
    }
}

/// A module in parts.
pub(super) struct Parts {
    bitcode: Vec<Vec<u8>>,
    checks: Checks,
    code: Code,
    key: Option<Key>,
}

/// The parts of the module, if it is large enough and nothing stands in the way; the module is of no use then.
pub(super) fn split(
    instrumented: &Instrumented<'_>,
    code: Code,
    splitting: &Splitting,
) -> Option<Parts> {
    let length = instrumented.size();
    let parts = Some(splitting.parts(length)).filter(|&parts| parts > 1)?;
    let bitcode = times::timed("split", Work::Sanecc, || instrumented.split(parts))?;
    let checks = instrumented.checks().clone();
    Some(Parts {
        bitcode,
        checks,
        code,
        key: splitting.key.clone(),
    })
}

impl Parts {
    /// Their objects; `None` if LLVM had anything to say, which clang says better.
    ///
    /// # Errors
    /// If a pass fails.
    pub(super) fn objects(&self, job: &Job<'_>) -> Result<Option<Vec<Vec<u8>>>, Error> {
        crash::enter("in the parts of the program");
        let generator = CodeGenerator::new();
        let threads = Threads::pieces(self.bitcode.len());
        let made = threads.map(&self.bitcode, |part| self.object(part, job, &generator));
        made.into_iter().collect()
    }

    /// The object of a part.
    fn object(
        &self,
        part: &[u8],
        job: &Job<'_>,
        generator: &CodeGenerator,
    ) -> Result<Option<Vec<u8>>, Error> {
        let context = Context::new();
        let bitcode = Bitcode::parse(&context, part, Path::new("a part of the program"))?;
        let checks = self.checks.of_part(&bitcode);
        let entry = self.key.clone().and_then(|mut key| {
            key.add(format!("{:?} {checks:?}", self.code).as_bytes());
            key.add(part);
            key.entry()
        });
        if let Some([object]) = entry.as_ref().and_then(cache::Entry::read).as_deref() {
            return Ok(Some(object.clone()));
        }
        let instrumented = Instrumented::part(&context, bitcode, job, checks)?;
        let bitcode = passes::finish(instrumented)?.into_bitcode();
        drop(context);
        let object = times::timed("code generation", Work::Clang, || {
            generator.object(&bitcode, self.code)
        });
        if let (Some(entry), Some(object)) = (entry, &object) {
            entry.write(std::slice::from_ref(object));
        }
        Ok(object)
    }
}
