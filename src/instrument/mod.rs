//! The in-process part of a compilation: bitcode in, checked and optimised bitcode out.
//!
//! [`run`] reads the module and takes it through the stages of [`passes`]: LLVM simplifies, the module is imported, checks are planned and
//! inserted, LLVM optimises the result. The [`manager`] runs each pass.

mod manager;
mod parts;
mod passes;
mod pipelines;
#[cfg(test)]
mod tests;
mod tuning;

use crate::args::concat;
use crate::diagnostics::crash;
use crate::records;
use crate::temporary;
use crate::times::{self, Work};
use crate::whole::frame::{self, Header, SECTION};
use crate::whole::{outside, sections};
use sanecc_abi::target::Target;
pub use sanecc_instrument::Audit;
pub use sanecc_instrument::PairChecks;
use sanecc_instrument::Unchecked;
pub use sanecc_instrument::UseAfterReturn;
use sanecc_instrument::{CheckPlan, PlanOptions, Switch};
use sanecc_ir::Module;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::llvm::import::import;
use sanecc_ir::llvm::{
    self, Bitcode, Code, CodeGenerator, Context, Error as LlvmError, set_options,
};
pub use sanecc_prove::{Elide, Prover};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Once;

pub use parts::Splitting;
use passes::Records;
pub use tuning::Tuning;

/// The user's optimisation level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OptLevel {
    /// `-O0`
    #[default]
    O0,
    /// `-O1`, `-Og`
    O1,
    /// `-O2`
    O2,
    /// `-O3` and above
    O3,
    /// `-Os`
    Os,
    /// `-Oz`
    Oz,
}

impl OptLevel {
    /// What LLVM calls it.
    fn name(self) -> &'static str {
        match self {
            OptLevel::O0 => "O0",
            OptLevel::O1 => "O1",
            OptLevel::O2 => "O2",
            OptLevel::O3 => "O3",
            OptLevel::Os => "Os",
            OptLevel::Oz => "Oz",
        }
    }

    /// Which checks are left out where no flag says it.
    pub fn elide(self) -> Elide {
        match self {
            OptLevel::O0 => Elide::Local,
            OptLevel::O1 | OptLevel::O2 | OptLevel::O3 | OptLevel::Os | OptLevel::Oz => Elide::Full,
        }
    }
}

/// How to instrument. [`Settings::complete`](crate::args::Settings::complete) fills it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What shapes the plan.
    pub plan: PlanOptions,
    /// The level of LLVM's pipelines.
    pub opt: OptLevel,
    /// What of that level is switched on or off.
    pub tuning: Tuning,
    /// Checks stand in the program before anything may delete an access.
    pub strict: bool,
    /// Which pairs of pointers are checked.
    pub pairs: PairChecks,
    /// What the source says holds (`__builtin_assume`) is checked.
    pub claims: bool,
    /// Accesses of arrays in structures are held to their array; which arrays at the end of structures may be longer is numbered as by `-fstrict-flex-arrays=`.
    pub members: Option<u8>,
    /// Functions are called by their own types, where they are called by an address or from another module.
    pub calls: bool,
    /// Pointers of local variables hold a pattern until they are written.
    pub uninitialized: bool,
    /// Debug information is for the passes alone, and must not reach the object.
    pub adds_debug: bool,
    /// Frame pointers are for the passes alone.
    pub adds_frame_pointers: bool,
    /// LLVM's options for remarks of its passes.
    pub remarks: Vec<OsString>,
    /// Passes after which to print what they made.
    pub print: Vec<String>,
    /// Verify after each pass.
    pub verify_each: bool,
    /// Print how long each step and pass took.
    pub time: bool,
    /// What is counted, or was.
    pub profile: Option<Profile>,
}

/// Profiles that guide optimisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Profile {
    /// The program counts what it executes, and writes that to this file; `%m` in the name stands for the program.
    Make(PathBuf),
    /// LLVM optimises by what was counted.
    Read {
        /// The profile.
        file: PathBuf,
        /// Whether the user is told of functions that it does not fit.
        warns: bool,
    },
}

impl Options {
    /// Whether accesses stay that fault by themselves. At `-O0`, too: code generation leaves out loads that nobody uses.
    fn keeps_faults(&self) -> bool {
        self.strict || self.opt == OptLevel::O0
    }

    /// Whether the user leaves out this pass or rule.
    fn disables(&self, name: &str) -> bool {
        self.plan.disabled.iter().any(|one| one == name)
    }
}

/// One module to instrument.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// Bitcode to read.
    pub bitcode: &'a Path,
    /// Bitcode to write.
    pub output: &'a Path,
    /// How to instrument.
    pub options: &'a Options,
    /// The file for a record of each access.
    pub access_remarks: Option<PathBuf>,
    /// The object carries those records.
    pub embed_remarks: bool,
    /// The file for the same, compressed, beside the record of a build.
    pub logged_remarks: Option<PathBuf>,
    /// The file for the counts and times of the module.
    pub statistics: Option<PathBuf>,
    /// Machine code to make at once, in place of the bitcode, if nothing stands in the way.
    pub object: Option<Object>,
    /// Says what the module is, where the object is to carry it for a later link ([`crate::whole`]).
    pub carries: Option<Header>,
}

impl Job<'_> {
    /// Whether anybody reads the records of accesses.
    fn wants_remarks(&self) -> bool {
        self.access_remarks.is_some() || self.embed_remarks || self.logged_remarks.is_some()
    }
}

/// Machine code to make in this process.
#[derive(Clone, Debug)]
pub struct Object {
    /// The file to write; further ones are called `OUTPUT.1` and so on.
    pub output: PathBuf,
    /// How a large module becomes several files; `None`: one file.
    pub splitting: Option<Splitting>,
    /// What decides about the code.
    pub code: Code,
}

impl Object {
    /// The file of a part.
    pub fn file(&self, at: usize) -> PathBuf {
        match at {
            0 => self.output.clone(),
            _ => concat(&self.output, format!(".{at}")).into(),
        }
    }
}

/// What [`run`] has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// Bitcode.
    Bitcode,
    /// The object.
    Object,
}

/// Why a module was not instrumented.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// LLVM refused something.
    #[error(transparent)]
    Llvm(#[from] LlvmError),
    /// Records cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Records {
        /// The flag that asks for them.
        flag: records::Flag,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// An access that is neither proved nor checked.
    #[error(transparent)]
    Unchecked(#[from] Unchecked),
    /// There is no shadow layout for the target.
    #[error(
        "there are no checks for the target '{triple}'; -fsanecc-mode=none compiles without checks"
    )]
    Target {
        /// Target triple of the module.
        triple: String,
    },
}

/// Instruments one module.
///
/// # Errors
/// If the bitcode cannot be read, understood or written, if LLVM fails, or if the target has no shadow layout.
pub fn run(job: &Job<'_>) -> Result<Made, Error> {
    crash::enter("before the first pass");
    let context = if job.options.remarks.is_empty() {
        Context::new()
    } else {
        // Not before the front end has found the patterns good: LLVM knows no polite way to refuse them.
        static TOLD: Once = Once::new();
        let words = job.options.remarks.iter();
        TOLD.call_once(|| set_options("clang", words.map(|word| word.as_bytes().to_vec())));
        Context::speaking()
    };
    let bitcode = Bitcode::read(&context, job.bitcode)?;
    let triple = bitcode.triple();
    if Target::of(&triple).is_none() {
        return Err(Error::Target { triple });
    }
    let frame = job.carries.as_ref().map(|header| framed(header, &bitcode));
    let instrumented = passes::run(&context, bitcode, job)?;
    let splitting = job.object.as_ref().and_then(|object| {
        let splitting = object.splitting.as_ref()?;
        Some((object, parts::split(&instrumented, object.code, splitting)?))
    });
    if let Some((object, parts)) = splitting {
        let records = instrumented.into_records();
        drop(context);
        llvm::release_memory();
        let Some(mut objects) = parts.objects(job)? else {
            tracing::info!("code generation is left to clang, of the program as one");
            return run(&Job {
                object: None,
                ..job.clone()
            });
        };
        if let (true, Some(target)) = (job.embed_remarks, Target::of(&triple)) {
            objects.extend(sections::object(target, &records.sections()));
        }
        write_records(job, &records)?;
        write_objects(object, &objects)?;
        return Ok(Made::Object);
    }
    let mut optimised = passes::finish(instrumented)?;
    if job.embed_remarks {
        optimised.embed_remarks();
    }
    write_records(job, optimised.records())?;
    if let Some(bytes) = &frame {
        optimised.embed(SECTION, bytes);
    }
    let bitcode = optimised.into_bitcode();
    if let Some(object) = &job.object {
        crash::enter("in code generation");
        let bytes = times::timed("code generation", Work::Clang, || {
            CodeGenerator::new().object(&bitcode, object.code)
        });
        if bytes.is_some_and(|bytes| temporary::replace(&object.output, &bytes).is_ok()) {
            return Ok(Made::Object);
        }
        tracing::info!("code generation is left to clang");
    }
    crash::enter("after the last pass");
    std::fs::write(job.output, bitcode).map_err(|source| LlvmError::Write {
        path: job.output.to_owned(),
        source,
    })?;
    Ok(Made::Bitcode)
}

/// Writes what was asked for beside code.
fn write_records(job: &Job<'_>, records: &Records) -> Result<(), Error> {
    if let (Some(path), Some(lines)) = (&job.access_remarks, records.accesses()) {
        write(records::REMARKS, path, lines)?;
    }
    if let Some(path) = &job.logged_remarks {
        write(records::REMARKS, path, &records.frame())?;
    }
    if let Some(path) = &job.statistics {
        write(records::STATISTICS, path, &records.statistics())?;
    }
    Ok(())
}

/// Writes a file for each object.
fn write_objects(object: &Object, bytes: &[Vec<u8>]) -> Result<(), Error> {
    for (at, bytes) in bytes.iter().enumerate() {
        let path = object.file(at);
        temporary::replace(&path, bytes).map_err(|source| LlvmError::Write { path, source })?;
    }
    Ok(())
}

/// What the object carries: the module as the front end made it, but for the source that each variable and function is noted to be of.
fn framed(header: &Header, bitcode: &Bitcode<'_>) -> Vec<u8> {
    bitcode.note_sources();
    let header = Header {
        target: bitcode.triple(),
        assembly: outside::words(&bitcode.inline_assembly()),
        ..header.clone()
    };
    frame::write(&header, &bitcode.to_bitcode())
}

/// Plans the checks of one module and makes no code: the module as it is when checks are planned, and the plan.
///
/// # Errors
/// If the bitcode cannot be read, or if LLVM fails.
pub fn plan(job: &Job<'_>) -> Result<(Module, CheckPlan), Error> {
    crash::enter("before the first pass");
    let context = Context::new();
    let bitcode = Bitcode::read(&context, job.bitcode)?;
    passes::plan(&context, bitcode, job)
}

/// Lets sizes that the source states be accesses.
pub fn check_stated_sizes(bitcode: &mut Bitcode<'_>) {
    if bitcode.states_sizes() {
        let (module, handles) = import(bitcode);
        let mut editor = Editor::new(bitcode, handles);
        sanecc_instrument::check_stated_sizes(&mut editor, &module);
    }
}

fn write(flag: records::Flag, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    temporary::replace(path, bytes).map_err(|source| Error::Records {
        flag,
        path: path.to_owned(),
        source,
    })
}

/// What `-fsanecc-print=` takes: the names of all passes, in order.
pub fn printable() -> impl Iterator<Item = &'static str> + Clone {
    passes::names().into_iter().map(|pass| pass.name)
}

/// What `-fsanecc-disable-pass=` takes: passes that may be left out, removal rules, and the other switches of the plan.
pub fn optional() -> impl Iterator<Item = &'static str> + Clone {
    passes::names()
        .into_iter()
        .filter(|pass| pass.optional)
        .map(|pass| pass.name)
        .chain(Switch::all().map(Switch::name))
}
