//! `cargo xtask bench`: the cost of checks, compared with native code and with AddressSanitizer.
//!
//! Every compiler builds every program. Then all programs run in turn, round after round, so that a slow minute of the machine affects all
//! compilers alike. A ratio compares runs of one round.

mod conftest;
mod firmware;
mod interpreted;
mod library;
mod machine;
mod objects;
mod pages;
mod record;
mod small;
pub mod statistics;
mod table;

pub use statistics::geometric_mean;

use crate::compiler::Compiler;
use crate::corpus::blocks::Blocks;
use crate::corpus::kernels::KERNELS;
use crate::corpus::small::SMALL;
use crate::corpus::{self, Effort, Inputs, Outcome, Program, Sources};
use crate::docs::{self, DocsOptions};
use crate::files::write_json;
use crate::measured::Launcher;
use crate::paths::Paths;
use crate::sanecc::SaneccOptions;
use crate::setup::Aim;
use crate::task::Task;
use crate::workers::{in_parallel, progress};
use anyhow::{Context, Result};
use record::{Build, Record, Run};
use std::fs;
use std::path::{Path, PathBuf};

/// Measure CPU time, memory, size and compile time against native code and ASan
#[derive(clap::Args)]
pub struct Bench {
    /// Only this program; with --library, only this function; with --firmware, only this target
    #[arg(long, value_name = "PROGRAM")]
    only: Option<String>,
    /// Rounds to run, after one that is not counted
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub runs: u32,
    #[command(flatten)]
    kind: Kind,
    #[command(flatten)]
    docs: DocsOptions,
    /// Where to write the figures [default: bench-results/TIME.json]
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    sanecc: SaneccOptions,
}

/// What is measured; applications and small files if nothing is named.
#[derive(Clone, Copy, clap::Args)]
#[group(multiple = false)]
struct Kind {
    /// Only small files, as configure scripts compile them
    #[arg(long)]
    small: bool,
    /// What the runtimes cost by themselves: no checks, and a further program that only allocates
    #[arg(long)]
    runtime_only: bool,
    /// Only loops over arrays: small programs of our own
    #[arg(long)]
    kernels: bool,
    /// Only small programs over pointers and arrays, of our own
    #[arg(long)]
    programs: bool,
    /// Only calls of library functions, short and long
    #[arg(long)]
    library: bool,
    /// Only runs of the small programs in `sane run`, compared with native code and with valgrind's memcheck
    #[arg(long)]
    machine: bool,
    /// Only flash and RAM of firmware for microcontrollers, checked in each form
    #[arg(long)]
    firmware: bool,
}

impl Kind {
    /// The programs to build and run.
    fn programs(self, only: Option<&str>) -> Result<Vec<&'static dyn Program>> {
        match self {
            Self { small: true, .. }
            | Self { library: true, .. }
            | Self { machine: true, .. }
            | Self { firmware: true, .. } => Ok(Vec::new()),
            Self { kernels: true, .. } => corpus::selected_of(KERNELS, only),
            Self { programs: true, .. } => corpus::selected_of(SMALL, only),
            Self {
                runtime_only: true, ..
            } if only == Some(Blocks.name()) => Ok(vec![&Blocks]),
            Self { runtime_only, .. } => {
                let mut programs = corpus::selected(only)?;
                if runtime_only && only.is_none() {
                    programs.push(&Blocks);
                }
                Ok(programs)
            }
        }
    }

    /// Whether small files are compiled, too, when all programs are measured.
    fn has_small(self) -> bool {
        !(self.runtime_only
            || self.kernels
            || self.programs
            || self.library
            || self.machine
            || self.firmware)
    }
}

/// What everything is compiled with.
const LEVEL: &str = "-O2";

/// How often small files are compiled at most: there are enough of them.
const SMALL_ROUNDS: u32 = 2;

/// A program built by one compiler.
struct Subject {
    program: &'static dyn Program,
    compiler: Compiler,
    binary: PathBuf,
}

impl Bench {
    pub fn run(self) -> Result<()> {
        let (rounds, only) = (self.runs.max(1), self.only.as_deref());
        let programs = self.kind.programs(only)?;
        let paths = Paths::locate()?;
        let sanecc = self.sanecc.ensure(&paths, Aim::Build)?;
        let compilers = match self.kind {
            Kind {
                runtime_only: true, ..
            } => runtimes(&sanecc),
            Kind { machine: true, .. } => vec![Compiler::native(LEVEL)],
            Kind { firmware: true, .. } => {
                vec![Compiler::native("-Os"), Compiler::sanecc(&sanecc, "-Os")]
            }
            kind => compilers(&sanecc, kind.has_small()),
        };
        let mut record = Record::new(machine::describe(&compilers)?);
        if self.kind.library {
            record.calls = library::measure(&paths, &compilers, rounds, only)?;
        }
        if self.kind.machine {
            let native = &compilers[0];
            record.interpreted = interpreted::measure(&paths, &sanecc, native, rounds, only)?;
        }
        if self.kind.firmware {
            let builds = self.sanecc.named()?.is_none();
            record.firmware = firmware::measure(&paths, &sanecc, builds, only)?;
        }
        if !programs.is_empty() {
            let sources = Sources::fetch(&paths)?;
            let inputs = Inputs::new(&paths, &sources)?;
            let subjects = build_all(&paths, &sources, &programs, &compilers, &mut record)?;
            run_all(&paths, &inputs, &subjects, rounds, &mut record)?;
        }
        if only.is_none() && self.kind.has_small() {
            record.small = small::measure(&paths, &sanecc, rounds.min(SMALL_ROUNDS))?;
        }
        record.machine.load_after = machine::load()?;

        print!("{}", table::of(&record));
        let file = self.json.unwrap_or_else(|| {
            paths
                .root
                .join(format!("bench-results/{}.json", record.time))
        });
        write_json(&file, &record)?;
        println!("\nwritten to {}", file.display());
        match self.docs.write_docs {
            true => docs::write(&paths.root, &pages::parts(&record, self.kind)?),
            false => Ok(()),
        }
    }
}

/// Native first: all others are compared with it. Programs of `several` modules are also compiled as one.
fn compilers(sanecc: &Path, several: bool) -> Vec<Compiler> {
    let mut compilers = vec![
        Compiler::native(LEVEL),
        Compiler::sanecc(sanecc, LEVEL),
        Compiler::sanecc(sanecc, LEVEL).no_strict(),
        Compiler::sanecc(sanecc, LEVEL).pointer_mode(),
        Compiler::clang_asan(LEVEL),
    ];
    if several {
        compilers.insert(2, Compiler::sanecc(sanecc, LEVEL).whole());
    }
    match Compiler::gcc_asan(LEVEL) {
        Some(gcc) => compilers.push(gcc),
        None => println!("no gcc here: comparing with clang's ASan only"),
    }
    compilers
}

/// The same without checks: native first.
fn runtimes(sanecc: &Path) -> Vec<Compiler> {
    vec![
        Compiler::native(LEVEL),
        Compiler::sanecc_runtime(sanecc, LEVEL),
        Compiler::clang_asan_runtime(LEVEL),
    ]
}

fn build_all(
    paths: &Paths,
    sources: &Sources,
    programs: &[&'static dyn Program],
    compilers: &[Compiler],
    record: &mut Record,
) -> Result<Vec<Subject>> {
    println!(
        "building {} programs with {} compilers",
        programs.len(),
        compilers.len()
    );
    let jobs: Vec<_> = programs
        .iter()
        .flat_map(|&program| compilers.iter().map(move |compiler| (program, compiler)))
        .collect();
    let name = |(program, compiler): &(&dyn Program, &Compiler)| {
        format!("{} {}", program.name(), compiler.name)
    };
    let built = in_parallel("building", jobs, name, |(program, compiler)| {
        build_one(paths, sources, program, compiler)
            .with_context(|| format!("cannot build {} with {}", program.name(), compiler.name))
    });
    let mut subjects = Vec::new();
    for result in built {
        let (subject, build) = result?;
        subjects.push(subject);
        record.builds.push(build);
    }
    Ok(subjects)
}

fn build_one(
    paths: &Paths,
    sources: &Sources,
    program: &'static dyn Program,
    compiler: &Compiler,
) -> Result<(Subject, Build)> {
    let (binary, workspace) = corpus::build(program, compiler, sources, paths, "bench")?;
    let own = objects::Size::below(&workspace.folder)?;
    let build = Build {
        program: program.name().to_owned(),
        compiler: compiler.name.clone(),
        cpu_seconds: workspace.cpu.as_secs_f64(),
        binary_bytes: stripped_size(&binary)?,
        code_bytes: own.code,
        own_bytes: own.loaded,
        in_mean: program.in_mean(),
    };
    Ok((
        Subject {
            program,
            compiler: compiler.clone(),
            binary,
        },
        build,
    ))
}

/// The size of a binary without symbols and debug information, in bytes.
fn stripped_size(binary: &Path) -> Result<u64> {
    let stripped = binary.with_extension("stripped");
    let strip = Task::new("strip").arg("-o").arg(&stripped).arg(binary);
    strip
        .expression()
        .run()
        .with_context(|| format!("`{}` failed", strip.line()))?;
    Ok(fs::metadata(&stripped)?.len())
}

/// Round 0 warms the caches and is compared with native, but not counted.
fn run_all(
    paths: &Paths,
    inputs: &Inputs,
    subjects: &[Subject],
    rounds: u32,
    record: &mut Record,
) -> Result<()> {
    println!(
        "running each workload {rounds} times in turn, after one round that only checks the output"
    );
    let launcher = Launcher::build(&paths.scratch("bench").join("launcher"))?;
    let bar = progress("running", u64::from(rounds + 1) * subjects.len() as u64);
    for round in 0..=rounds {
        let mut native: Option<Outcome> = None;
        for subject in subjects {
            let (program, compiler) = (subject.program, &subject.compiler);
            bar.set_message(format!("{} {}", program.name(), compiler.name));
            let folder = paths
                .scratch("bench")
                .join("runs")
                .join(program.name())
                .join(&compiler.name);
            let outcome = corpus::run(
                &subject.binary,
                compiler,
                &program.workload(Effort::Bench, inputs)?,
                &folder,
                Some(&launcher),
            )?;
            let is_native = compiler.name == record.native();
            let verdict = match &native {
                Some(native) if !is_native => outcome.expect_same(native),
                _ => outcome.expect_clean(),
            };
            verdict.with_context(|| format!("{} built by {}", program.name(), compiler.name))?;
            if round > 0 {
                record.runs.push(Run {
                    program: program.name().to_owned(),
                    compiler: compiler.name.clone(),
                    round,
                    cpu_seconds: outcome.cpu.as_secs_f64(),
                    peak_bytes: outcome.peak,
                });
            }
            if is_native {
                native = Some(outcome);
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}
