//! `cargo xtask bench`: what checking costs, against native code and against AddressSanitizer.
//!
//! Every program is built by every compiler; then all of them run in turn, round after round, so that a slow minute of
//! the machine hits all compilers alike. A ratio compares runs of one round.

mod conftest;
mod library;
mod machine;
mod objects;
mod record;
mod small;
mod statistics;
mod table;

pub use statistics::geometric_mean;

use crate::build;
use crate::cli::options::Options;
use crate::cli::{Command, Opt, SANECC, YES};
use crate::compiler::Compiler;
use crate::corpus::blocks::Blocks;
use crate::corpus::kernels::KERNELS;
use crate::corpus::small::SMALL;
use crate::corpus::{self, Effort, Inputs, Outcome, Program, Sources};
use crate::measured::Launcher;
use crate::paths::Paths;
use crate::setup::{self, Aim};
use crate::task::Task;
use crate::workers::{in_parallel, progress};
use anyhow::{Context, Result, bail};
use record::{Build, Record, Run};
use std::fs;
use std::path::{Path, PathBuf};

/// The row of the table.
pub const COMMAND: Command = Command {
    name: "bench",
    about: "measure CPU time, memory, size and compile time against native code and ASan",
    options: &[
        Opt {
            name: "only",
            value: Some("PROGRAM"),
            about: "only this program; with --library, only this function",
        },
        Opt {
            name: "runs",
            value: Some("N"),
            about: "rounds to run, after one that is not counted [5]",
        },
        Opt {
            name: "small",
            value: None,
            about: "only small files, as configure scripts compile them",
        },
        Opt {
            name: "runtime-only",
            value: None,
            about: "what the runtimes cost by themselves: no checks, and a further program that only allocates",
        },
        Opt {
            name: "kernels",
            value: None,
            about: "only loops over arrays: small programs of our own",
        },
        Opt {
            name: "programs",
            value: None,
            about: "only small programs over pointers and arrays, of our own",
        },
        Opt {
            name: "library",
            value: None,
            about: "only calls of library functions, short and long",
        },
        Opt {
            name: "json",
            value: Some("FILE"),
            about: "where to write the figures [bench-results/TIME.json]",
        },
        SANECC,
        YES,
    ],
    run,
};

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

fn run(options: &Options) -> Result<()> {
    let rounds = options.parsed::<u32>("runs")?.unwrap_or(5).max(1);
    let runtime_only = options.has("runtime-only");
    let kinds = ["small", "runtime-only", "kernels", "programs", "library"];
    if kinds.iter().filter(|kind| options.has(kind)).count() > 1 {
        bail!("--small, --runtime-only, --kernels, --programs and --library exclude each other");
    }
    let kernels_only = options.has("kernels");
    let programs_only = options.has("programs");
    let calls_only = options.has("library");
    let only = options.text("only");
    let mut programs = match only.as_deref() {
        Some(name) if runtime_only && name == Blocks.name() => Vec::new(),
        _ if calls_only => Vec::new(),
        name if kernels_only => corpus::selected_of(KERNELS, name)?,
        name if programs_only => corpus::selected_of(SMALL, name)?,
        name => corpus::selected(name)?,
    };
    if runtime_only && (only.is_none() || programs.is_empty()) {
        programs.push(&Blocks);
    }
    let paths = Paths::locate()?;
    if options.has("sanecc") {
        setup::ensure(options, Aim::Build)?;
    } else {
        build::ensure(&paths, options)?;
    }
    let compilers = if runtime_only {
        runtimes(&paths, options)?
    } else {
        compilers(&paths, options)?
    };
    let mut record = Record::new(machine::describe(&compilers)?);
    if calls_only {
        record.calls = library::measure(&paths, &compilers, rounds, only.as_deref())?;
    } else if !options.has("small") {
        let sources = Sources::fetch(&paths)?;
        let inputs = Inputs::new(&paths, &sources)?;
        let subjects = build_all(&paths, &sources, &programs, &compilers, &mut record)?;
        run_all(&paths, &inputs, &subjects, rounds, &mut record)?;
    }
    let in_part = runtime_only || calls_only || kernels_only || programs_only;
    if only.is_none() && !in_part {
        let sanecc = Compiler::sanecc(&paths, options, LEVEL)?;
        record.small = small::measure(&paths, &sanecc.cc, rounds.min(SMALL_ROUNDS))?;
    }
    record.machine.load_after = machine::load()?;

    print!("{}", table::of(&record));
    let file = options.path("json").unwrap_or_else(|| {
        paths
            .root
            .join(format!("bench-results/{}.json", record.time))
    });
    record.write(&file)?;
    println!("\nwritten to {}", file.display());
    Ok(())
}

/// Native first: all others are compared with it.
fn compilers(paths: &Paths, options: &Options) -> Result<Vec<Compiler>> {
    let mut compilers = vec![
        Compiler::native(LEVEL),
        Compiler::sanecc(paths, options, LEVEL)?,
        Compiler::sanecc(paths, options, LEVEL)?.strict(),
        Compiler::clang_asan(LEVEL),
    ];
    match Compiler::gcc_asan(LEVEL) {
        Some(gcc) => compilers.push(gcc),
        None => println!("no gcc here: comparing with clang's ASan only"),
    }
    Ok(compilers)
}

/// The same without checks: native first.
fn runtimes(paths: &Paths, options: &Options) -> Result<Vec<Compiler>> {
    Ok(vec![
        Compiler::native(LEVEL),
        Compiler::sanecc_runtime(paths, options, LEVEL)?,
        Compiler::clang_asan_runtime(LEVEL),
    ])
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
