//! The in-process part of a compilation: bitcode in, checked and optimised bitcode out.
//!
//! [`run`] reads the module and takes it through the stages of [`passes`]: LLVM simplifies, the module is imported, checks are planned and
//! inserted, LLVM optimises the result. The [`manager`] runs each pass.

mod manager;
mod passes;
mod pipelines;
#[cfg(test)]
mod tests;
mod tuning;

use crate::diagnostics::crash;
use crate::records;
use crate::temporary;
pub use sanecc_instrument::Audit;
pub use sanecc_instrument::Elide;
pub use sanecc_instrument::PairChecks;
pub use sanecc_instrument::Prover;
use sanecc_instrument::Unchecked;
pub use sanecc_instrument::UseAfterReturn;
use sanecc_instrument::{PlanOptions, REMOVALS};
use sanecc_ir::llvm::{self, Bitcode, Code, Context, Error as LlvmError, set_options};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Once;

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

/// How to instrument.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which checks may be left out; without, the level decides ([`OptLevel::elide`]).
    pub elide: Option<Elide>,
    /// Who proves that offsets stay in their objects.
    pub prover: Prover,
    /// Keep only checks of accesses that outside data may influence.
    pub taint: bool,
    /// The program may go on after an error.
    pub recover: bool,
    /// Checks stand in the program before anything may delete an access.
    pub strict: bool,
    /// Removed checks stay as assertions.
    pub audit: Audit,
    /// Executed accesses are counted.
    pub count: bool,
    /// Passes after which to print what they made.
    pub print: Vec<String>,
    /// Passes and rules of removal to leave out.
    pub disable: Vec<String>,
    /// How many removals of checks to do; no limit without.
    pub bisect_limit: Option<u64>,
    /// Verify after each pass.
    pub verify_each: bool,
    /// Print how long each pass took.
    pub time: bool,
}

/// One module to instrument.
#[derive(Clone, Debug)]
pub struct Job {
    /// Bitcode to read.
    pub bitcode: PathBuf,
    /// Bitcode to write.
    pub output: PathBuf,
    /// The level of LLVM's pipeline.
    pub opt: OptLevel,
    /// What of that level is switched on or off.
    pub tuning: Tuning,
    /// Whether the debug information was asked for by the driver alone and must not reach the object.
    pub strip_debug: bool,
    /// Whether frame pointers were asked for by the driver alone.
    pub adds_frame_pointers: bool,
    /// LLVM's options that ask for remarks of its passes; the same in every job of a process.
    pub remarks: Vec<OsString>,
    /// Which stack objects are kept where a use after return is seen.
    pub use_after_return: UseAfterReturn,
    /// Whether a stack object may be used outside of its scope.
    pub ignore_scopes: bool,
    /// Whether checks are calls, for small code.
    pub outlined: bool,
    /// Which pairs of pointers are checked.
    pub pairs: PairChecks,
    /// How to instrument.
    pub options: Options,
    /// The file for a record of each access.
    pub access_remarks: Option<PathBuf>,
    /// The file for the counts and times of the module.
    pub statistics: Option<PathBuf>,
    /// Machine code to make at once, in place of the bitcode, if nothing stands in the way.
    pub object: Option<Object>,
}

impl Job {
    /// The level at which LLVM simplifies before checks: it may delete accesses, and strict checks come before that.
    fn level_before_checks(&self) -> OptLevel {
        match self.options.strict {
            true => OptLevel::O0,
            false => self.opt,
        }
    }

    /// Whether the user leaves out this pass or rule.
    fn disables(&self, name: &str) -> bool {
        self.options.disable.iter().any(|one| one == name)
    }

    fn plan_options(&self) -> PlanOptions {
        let options = &self.options;
        PlanOptions {
            elide: options.elide.unwrap_or(self.opt.elide()),
            prover: options.prover,
            use_after_return: self.use_after_return,
            ignore_scopes: self.ignore_scopes,
            removal_limit: options.bisect_limit,
            disabled: options.disable.clone(),
            recover: options.recover,
            outlined: self.outlined,
            audit: options.audit,
            taint: options.taint,
            count: options.count,
            statistics: self.statistics.is_some(),
            threads: None,
        }
    }
}

/// Machine code to make in this process.
#[derive(Clone, Debug)]
pub struct Object {
    /// The file to write.
    pub output: PathBuf,
    /// What decides about the code.
    pub code: Code,
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
        "there are no checks for the target '{triple}' yet; x86_64 Linux is supported, and -fsanecc-mode=none compiles without checks"
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
pub fn run(job: &Job) -> Result<Made, Error> {
    crash::enter("before the first pass");
    let context = if job.remarks.is_empty() {
        Context::new()
    } else {
        // Not before the front end has found the patterns good: LLVM knows no polite way to refuse them.
        static TOLD: Once = Once::new();
        TOLD.call_once(|| {
            set_options(
                "clang",
                job.remarks.iter().map(|word| word.as_bytes().to_vec()),
            )
        });
        Context::speaking()
    };
    let bitcode = Bitcode::read(&context, &job.bitcode)?;
    let triple = bitcode.triple();
    if !(triple.starts_with("x86_64") && triple.contains("linux")) || triple.ends_with("gnux32") {
        return Err(Error::Target { triple });
    }
    let optimised = passes::run(&context, bitcode, job)?;
    if let (Some(path), Some(lines)) = (&job.access_remarks, optimised.access_remarks()) {
        write(records::REMARKS, path, lines)?;
    }
    if let Some(path) = &job.statistics {
        write(records::STATISTICS, path, &optimised.statistics())?;
    }
    let bitcode = optimised.into_bitcode();
    if let Some(object) = &job.object {
        crash::enter("in code generation");
        let bytes = llvm::object(&bitcode, object.code);
        if bytes.is_some_and(|bytes| temporary::replace(&object.output, &bytes).is_ok()) {
            return Ok(Made::Object);
        }
        tracing::info!("code generation is left to clang");
    }
    crash::enter("after the last pass");
    std::fs::write(&job.output, bitcode).map_err(|source| LlvmError::Write {
        path: job.output.clone(),
        source,
    })?;
    Ok(Made::Bitcode)
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

/// What `-fsanecc-disable-pass=` takes: passes that may be left out and rules of removal.
pub fn optional() -> impl Iterator<Item = &'static str> + Clone {
    passes::names()
        .into_iter()
        .filter(|pass| pass.optional)
        .map(|pass| pass.name)
        .chain(REMOVALS.map(|removal| removal.name))
}
