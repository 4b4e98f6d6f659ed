//! A live LLVM module: read, run stock pipelines over, verify, write.

use super::attribute::{self, FUNCTION};
use super::created_loads;
use super::diagnostics::{self, Errors};
use super::early_inlining::WithoutFrames;
use super::inlining;
use super::kept_accesses::KeptAccesses;
use super::options::Tuned;
use super::speculation::SpeculationGuard;
use super::variable_constants::VariableConstants;
use super::{touched, unused_divisions};
use inkwell::OptimizationLevel;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::targets::{CodeModel, InitializationConfig, RelocMode, Target, TargetMachine};
use inkwell::values::{AsValueRef, FunctionValue};
use sanecc_abi::target::{Architecture, Target as SaneccTarget};
use std::collections::HashSet;
use std::ffi::CStr;
use std::path::{Path, PathBuf};

/// Instructions that unswitching may copy where code may grow (LLVM itself: 50). A loop with ten checks has more than that.
const LARGEST_COPY: u32 = 150;

/// What LLVM refuses to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read.
    #[error("cannot read '{path}'")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file holds no bitcode that LLVM 19 understands.
    #[error("'{path}' holds no valid LLVM 19 bitcode: {reason}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// LLVM's words.
        reason: String,
    },
    /// LLVM here has no code generator for the target.
    #[error("this LLVM cannot compile for '{triple}': {reason}")]
    Target {
        /// Target triple of the module.
        triple: String,
        /// LLVM's words.
        reason: String,
    },
    /// A pass pipeline failed.
    #[error("LLVM failed to run '{pipeline}': {reason}")]
    Pipeline {
        /// Its textual description.
        pipeline: String,
        /// LLVM's words.
        reason: String,
    },
    /// Modules do not fit together.
    #[error("'{name}' cannot be linked: {reason}")]
    Link {
        /// The module that was to be added.
        name: String,
        /// LLVM's words.
        reason: String,
    },
    /// The module is not well-formed.
    #[error("the module is broken after '{after}': {reason}")]
    Broken {
        /// The pass that ran last.
        after: String,
        /// The verifier's words.
        reason: String,
    },
    /// The output cannot be written.
    #[error("cannot write '{path}'")]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Owns everything that LLVM allocates for one compile job.
pub struct Context {
    // Declared first: the handler's target must outlive the context, so the context is dropped before it.
    context: inkwell::context::Context,
    errors: Box<Errors>,
}

impl Context {
    /// A fresh context whose diagnostics go to `tracing`.
    pub fn new() -> Self {
        let context = inkwell::context::Context::create();
        let errors = Box::<Errors>::default();
        diagnostics::route(context.raw(), &errors);
        Self { context, errors }
    }

    /// A fresh context in which LLVM itself prints to stderr what its passes have to say: the remarks that its options
    /// ask for, which through the C API nobody can tell from all others. An error then ends the process.
    pub fn speaking() -> Self {
        Self {
            context: inkwell::context::Context::create(),
            errors: Box::default(),
        }
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

/// How a stock pipeline is tuned, as clang does it for each level. Whether it vectorises is not here: LLVM lets
/// the level in the pipeline's text decide that.
#[derive(Clone, Copy, Debug)]
pub struct Pipeline {
    /// Unroll and interleave loops.
    pub unroll: bool,
    /// Inline less of what accesses memory, whose checks LLVM does not see yet.
    pub checks_follow: bool,
    /// Run LLVM's verifier after each of its passes.
    pub verify_each: bool,
    /// Whether to read memory where the source does not.
    pub reading: Reading,
}

/// Whether LLVM may read memory where the source does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As LLVM likes.
    Free,
    /// Not what may have been freed, nor before a call what only the callee reads, and not always.
    Faithful,
    /// As [`Faithful`](Self::Faithful), and no loads before a loop of memory that only some iterations access.
    FaithfulInLoops,
}

/// A live module and the machine that it is compiled for.
pub struct Bitcode<'ctx> {
    pub(super) module: Module<'ctx>,
    pub(super) machine: TargetMachine,
    pub(super) errors: &'ctx Errors,
}

impl<'ctx> Bitcode<'ctx> {
    /// Reads bitcode or textual IR.
    pub fn read(context: &'ctx Context, path: &Path) -> Result<Self, Error> {
        let bytes = std::fs::read(path).map_err(|source| Error::Read {
            path: path.into(),
            source,
        })?;
        Self::parse(context, &bytes, path)
    }

    /// Reads bitcode or textual IR from memory; `path` names it in errors.
    pub fn parse(context: &'ctx Context, bytes: &[u8], path: &Path) -> Result<Self, Error> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, &path.to_string_lossy());
        let module = context
            .context
            .create_module_from_ir(buffer)
            .map_err(|reason| Error::Parse {
                path: path.into(),
                reason: reason.to_string().trim().to_owned(),
            })?;
        let machine = machine_for(&module)?;
        Ok(Self {
            module,
            machine,
            errors: &context.errors,
        })
    }

    /// The module's target triple.
    pub fn triple(&self) -> String {
        self.module
            .get_triple()
            .as_str()
            .to_string_lossy()
            .into_owned()
    }

    /// Whether the module knows a function whose name begins so.
    pub fn knows(&self, prefix: &str) -> bool {
        let mut functions = self.module.get_functions();
        functions.any(|function| {
            let name = function.get_name();
            name.to_bytes().starts_with(prefix.as_bytes())
        })
    }

    /// Whether the module has a function of that name.
    pub fn has_function(&self, name: &str) -> bool {
        self.module.get_function(name).is_some()
    }

    /// Runs a pipeline in the notation of `opt -passes=`.
    pub fn run(&self, pipeline: &str, tuning: Pipeline) -> Result<(), Error> {
        let failed = |reason: String| Error::Pipeline {
            pipeline: pipeline.into(),
            reason,
        };
        let _guard = match tuning.reading {
            Reading::Free => None,
            Reading::Faithful => Some(SpeculationGuard::new(&self.module, true)),
            Reading::FaithfulInLoops => Some(SpeculationGuard::new(&self.module, false)),
        };
        if tuning.checks_follow {
            touched::note(&self.module);
            inlining::limit(&self.module);
        }
        let flags = [tuning.unroll, tuning.verify_each, tuning.checks_follow];
        let result = created_loads::run(&self.module, pipeline, &self.machine, flags);
        if tuning.checks_follow {
            inlining::lift_limit(&self.module);
        }
        result.map_err(failed)?;
        let errors = self.errors.take();
        if errors.is_empty() {
            Ok(())
        } else {
            Err(failed(errors.join("; ")))
        }
    }

    /// The same as [`run`](Self::run), where LLVM does not know what constants hold.
    pub fn run_with_variable_constants(
        &self,
        pipeline: &str,
        tuning: Pipeline,
    ) -> Result<(), Error> {
        let held = VariableConstants::hold(&self.module);
        let result = self.run(pipeline, tuning);
        held.release(&self.module);
        result
    }

    /// Inlines functions that need no frame of their own, where no access is checked yet. No error of the program gets lost by that (`early_inlining.rs`).
    pub fn inline_keeping_accesses(&self, tuning: Pipeline) -> Result<(), Error> {
        let held = WithoutFrames::hold(&self.module);
        inlining::limit(&self.module);
        let result = self.run("require<profile-summary>,cgscc(inline)", tuning);
        inlining::lift_limit(&self.module);
        held.release(&self.module);
        result
    }

    /// Keeps integer divisions that nothing depends on, because they may trap (`unused_divisions.rs`).
    pub fn keep_unused_divisions(&self) {
        unused_divisions::keep(&self.module);
    }

    /// Runs a pipeline that merges values, one that moves reads out of loops, one that moves computations alone out of loops, and one that may copy code and merges values, where no
    /// access is checked yet. No error of the program gets lost by that (`kept_accesses.rs`).
    pub fn run_keeping_accesses(
        &self,
        [values, loops, computations, again]: [&str; 4],
        tuning: Pipeline,
    ) -> Result<(), Error> {
        let kept = KeptAccesses::hold(&self.module);
        kept.with_volatile_stores(|| self.run(values, tuning))?;
        kept.with_fixed_stores(&self.module, || {
            self.run(loops, tuning)?;
            kept.with_volatile_accesses(|| self.run(computations, tuning))
        })?;
        kept.with_volatile_stores(|| self.run(again, tuning))?;
        kept.release(&self.module);
        Ok(())
    }

    /// The same as [`run`](Self::run), where code may grow in these functions alone, by copies of loops of up to 150 instructions: all others are to be small.
    pub fn run_growing(
        &self,
        pipeline: &str,
        tuning: Pipeline,
        functions: &HashSet<String>,
    ) -> Result<(), Error> {
        const SMALL: &str = "optsize";
        let grows = |name: &CStr| name.to_str().is_ok_and(|name| functions.contains(name));
        let others = self.module.get_functions().filter(|function| {
            let raw = function.as_value_ref();
            !grows(function.get_name()) && attribute::of_function(raw, FUNCTION, SMALL).is_none()
        });
        let others: Vec<FunctionValue<'ctx>> = others.collect();
        for function in &others {
            attribute::add_to_function(function.as_value_ref(), FUNCTION, SMALL);
        }
        let grown = Tuned::new("unswitch-threshold", LARGEST_COPY);
        let result = self.run(pipeline, tuning);
        drop(grown);
        for function in &others {
            attribute::remove_from_function(function.as_value_ref(), FUNCTION, SMALL);
        }
        result
    }

    /// Links functions given as textual IR into the module.
    pub fn link_text(&self, context: &'ctx Context, text: &str) -> Result<(), Error> {
        let name = "checks.ll";
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), name);
        let parse = |reason: String| Error::Parse {
            path: name.into(),
            reason,
        };
        let other = context
            .context
            .create_module_from_ir(buffer)
            .map_err(|r| parse(r.to_string()))?;
        other.set_triple(&self.module.get_triple());
        other.set_data_layout(&self.module.get_data_layout());
        self.module
            .link_in_module(other)
            .map_err(|r| parse(r.to_string()))
    }

    /// Links another module into this one.
    ///
    /// # Errors
    /// If both define the same symbol, or their symbols do not fit.
    pub fn link(&self, other: Bitcode<'ctx>) -> Result<(), Error> {
        let name = other.module.get_name().to_string_lossy().into_owned();
        let result = self.module.link_in_module(other.module);
        result.map_err(|reason| {
            let said = self.errors.take();
            Error::Link {
                name,
                reason: match said.is_empty() {
                    true => reason.to_string().trim().to_owned(),
                    false => said.join("; "),
                },
            }
        })
    }

    /// Checks that the module is well-formed; `after` names what ran last.
    pub fn verify(&self, after: &str) -> Result<(), Error> {
        self.module.verify().map_err(|reason| Error::Broken {
            after: after.into(),
            reason: reason.to_string(),
        })
    }

    /// Removes all debug information.
    pub fn strip_debug_info(&self) {
        self.module.strip_debug_info();
    }

    /// The module as textual IR.
    pub fn to_text(&self) -> String {
        self.module.print_to_string().to_string()
    }

    /// The module as bitcode.
    pub fn to_bitcode(&self) -> Vec<u8> {
        self.module.write_bitcode_to_memory().as_slice().to_vec()
    }
}

/// The extensions that the interface of a module's functions rests on: LLVM refuses registers of floating point that the machine does not have.
fn features(triple: &str) -> &'static str {
    match SaneccTarget::of(triple).map(|target| target.architecture) {
        Some(Architecture::RiscV64) => "+m,+a,+f,+d,+c",
        Some(Architecture::RiscV32) => "+m,+a,+c",
        _ => "",
    }
}

/// The machine whose cost model guides LLVM's passes. Processor and features stand in each function's attributes.
fn machine_for(module: &Module<'_>) -> Result<TargetMachine, Error> {
    let config = InitializationConfig::default();
    Target::initialize_x86(&config);
    Target::initialize_aarch64(&config);
    Target::initialize_arm(&config);
    Target::initialize_riscv(&config);
    let triple = module.get_triple();
    let failed = |reason: String| Error::Target {
        triple: triple.as_str().to_string_lossy().into_owned(),
        reason,
    };
    let target = Target::from_triple(&triple).map_err(|r| failed(r.to_string()))?;
    target
        .create_target_machine(
            &triple,
            "",
            features(&triple.as_str().to_string_lossy()),
            OptimizationLevel::Default,
            RelocMode::Default,
            CodeModel::Default,
        )
        .ok_or_else(|| failed("no target machine".into()))
}
