//! GreenArrays (2014), figures 26 and 27: run time and energy of checked programs, with and without removal of checks, against native code and AddressSanitizer.
//!
//! `sane measure` measures each program, and draws the charts of all. Here energy is the processor's, by its counters; where there are none, `sane measure` says why and
//! the figure is left out. Programs for other targets run under qemu, which counts their instructions: a proxy for time, and none for energy.

use crate::compiler::{Compiler, RUN_TIME_OPTIONS};
use crate::corpus::kernels::KERNELS;
use crate::corpus::small::SMALL;
use crate::corpus::{self, Effort, Input, Inputs, Invocation, Program, Sources};
use crate::docs::{self, Part};
use crate::eval::figures::{self, Figures};
use crate::files;
use crate::paths::Paths;
use crate::targets;
use crate::task::Task;
use crate::workers::in_parallel;
use anyhow::{Context, Result, bail, ensure};
use sanecc_abi::target::Target;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What is measured beside what the analyses prove.
#[derive(clap::Args)]
pub struct CostOptions {
    /// Figures 26 and 27 instead: run time and energy of the programs
    #[arg(long, conflicts_with = "run")]
    cost: bool,
    /// Of small programs over pointers and arrays instead of the corpus
    #[arg(long, requires = "cost", conflicts_with = "kernels")]
    programs: bool,
    /// Of loops over arrays instead of the corpus
    #[arg(long, requires = "cost", conflicts_with = "write_docs")]
    kernels: bool,
    /// Of programs for this target, run by qemu, which counts their instructions; needs --programs or --kernels
    #[arg(long, requires = "cost", value_name = "TARGET", value_parser = targets::emulated)]
    target: Option<&'static Target>,
    /// Runs of each program that count
    #[arg(long, requires = "cost", value_name = "N", default_value_t = 5)]
    runs: u32,
    /// Where to leave tables and charts [default: bench-results/cost]
    #[arg(long, requires = "cost", value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// The first is what all are compared with, the second what figure 26 compares with.
fn compilers(sanecc: &Path, level: &str) -> [Compiler; 4] {
    [
        Compiler::native(level),
        Compiler::sanecc(sanecc, level).unelided(),
        Compiler::sanecc(sanecc, level),
        Compiler::clang_asan(level),
    ]
}

/// User and system time.
const TIME: &str = "cpu";
/// What stands for time in emulation.
const INSTRUCTIONS: &str = "instructions-qemu";

/// What is drawn: a file, a quantity, and the compiler of the ratio's denominator, by its place.
const CHARTS: [(&str, &str, usize); 4] = [
    ("figure-26", TIME, 1),
    ("time-to-native", TIME, 0),
    ("figure-27", figures::ENERGY, 1),
    ("memory-to-native", "peak", 0),
];

impl CostOptions {
    /// Whether figures 26 and 27 are asked for.
    pub fn wanted(&self) -> bool {
        self.cost
    }

    /// Builds and measures the programs. What it gives is for the page about performance.
    pub fn run(
        &self,
        paths: &Paths,
        sanecc: &Path,
        level: &str,
        only: Option<&str>,
    ) -> Result<Part> {
        let programs = match (self.programs, self.kernels) {
            (true, _) => corpus::selected_of(SMALL, only)?,
            (_, true) => corpus::selected_of(KERNELS, only)?,
            _ => corpus::selected(only)?,
        };
        let compilers = self.compilers(sanecc, level)?;
        let sources = Sources::fetch(paths)?;
        let inputs = Inputs::new(paths, &sources)?;
        let folder = self
            .folder
            .clone()
            .unwrap_or_else(|| paths.root.join("bench-results/cost"));
        files::folder(&folder)?;
        let sane = Sane(sanecc.with_file_name("sane"));
        let built = build(paths, &sources, &programs, &compilers)?;
        let mut records = Vec::new();
        for (program, binaries) in &built {
            let record = folder.join(format!("{}.json", program.name()));
            let words = match &self.target {
                None => {
                    let steps = program.workload(Effort::Bench, &inputs)?;
                    self.natively(paths, *program, &compilers, binaries, &steps)?
                }
                Some(_) => {
                    let steps = program.workload(Effort::Test, &inputs)?;
                    in_emulation(&compilers, binaries, &steps)?
                }
            };
            let measurement = Task::new(&sane.0)
                .arg("measure")
                .args(["--title", program.name(), "--json"])
                .arg(&record)
                .args(words);
            measurement
                .run()
                .with_context(|| format!("measuring {}", program.name()))?;
            records.push(record);
        }
        sane.draw(&records, &compilers, &folder, self.target.is_some())?;
        let quantity = match self.target {
            Some(_) => INSTRUCTIONS,
            None => TIME,
        };
        let text = Figures::read(&records)?.text(&docs::today()?, quantity)?;
        println!("\n{text}");
        Ok(Part {
            page: "docs/performance.md",
            name: self.part(),
            text,
        })
    }

    /// What the page calls these figures.
    fn part(&self) -> &'static str {
        match (self.target, self.programs) {
            (Some(target), _) => target.name,
            (None, true) => "cost-programs",
            (None, false) => "cost",
        }
    }

    /// What the programs are built with.
    fn compilers(&self, sanecc: &Path, level: &str) -> Result<Vec<Compiler>> {
        let all = compilers(sanecc, level);
        let Some(target) = self.target else {
            return Ok(all.into());
        };
        ensure!(
            self.programs || self.kernels,
            "--target needs --programs or --kernels: the workloads of the corpus are scripts of several processes"
        );
        targets::ready(target, sanecc)?;
        // Its runtime for other targets is in no package of this machine's architecture.
        println!(
            "clang's ASan has no runtime for {} here: it is left out",
            target.name
        );
        let [native, all_checks, sanecc, _] = all;
        let built = [native, all_checks, sanecc];
        Ok(built.map(|compiler| compiler.for_target(target)).into())
    }

    /// What `sane measure` is told to measure workloads here.
    fn natively(
        &self,
        paths: &Paths,
        program: &dyn Program,
        compilers: &[Compiler],
        binaries: &[PathBuf],
        steps: &[Invocation],
    ) -> Result<Vec<String>> {
        let scripts = scripts(paths, program, compilers, binaries, steps)?;
        let words = ["--runs", &self.runs.to_string(), "--compare"].map(str::to_owned);
        Ok(words.into_iter().chain(scripts).collect())
    }
}

/// The same for programs of another target, of one step.
fn in_emulation(
    compilers: &[Compiler],
    binaries: &[PathBuf],
    steps: &[Invocation],
) -> Result<Vec<String>> {
    let [step] = steps else {
        bail!("a workload of several steps cannot be counted by one emulator");
    };
    let words = ["--runs", "1", "--proxy", "qemu", "--compare"].map(str::to_owned);
    let mut words: Vec<String> = words.into();
    for (compiler, binary) in compilers.iter().zip(binaries) {
        words.push(emulated(compiler, binary));
    }
    words.push("--".to_owned());
    words.extend_from_slice(&step.arguments);
    Ok(words)
}

/// A program and a binary of each compiler.
type Built = (&'static dyn Program, Vec<PathBuf>);

/// Builds the programs, but for those that clang itself does not build for another target.
fn build(
    paths: &Paths,
    sources: &Sources,
    programs: &[&'static dyn Program],
    compilers: &[Compiler],
) -> Result<Vec<Built>> {
    let jobs: Vec<_> = programs
        .iter()
        .flat_map(|&program| compilers.iter().map(move |compiler| (program, compiler)))
        .collect();
    let name = |(program, compiler): &(&dyn Program, &Compiler)| {
        format!("{} {}", program.name(), compiler.name)
    };
    let built = in_parallel("building", jobs, name, |(program, compiler)| {
        let (binary, _) = corpus::build(program, compiler, sources, paths, "cost")
            .with_context(|| format!("cannot build {} with {}", program.name(), compiler.name))?;
        Ok(binary)
    });
    let mut built = built.into_iter();
    let mut whole = Vec::new();
    for &program in programs {
        let mut of_program = built.by_ref().take(compilers.len());
        let native = of_program.next().context("nothing is built")?;
        let rest: Vec<_> = of_program.collect();
        match native {
            Err(error) if compilers.iter().any(|one| one.emulator.is_some()) => {
                println!("{} is left out: {error}", program.name());
            }
            native => {
                let binaries = std::iter::once(native).chain(rest).collect::<Result<_>>()?;
                whole.push((program, binaries));
            }
        }
    }
    Ok(whole)
}

/// What `sane measure --compare` takes for each compiler: a script that runs the steps of a workload. All must do the same, which is seen to first.
fn scripts(
    paths: &Paths,
    program: &dyn Program,
    compilers: &[Compiler],
    binaries: &[PathBuf],
    steps: &[Invocation],
) -> Result<Vec<String>> {
    let mut native = None;
    let mut words = Vec::new();
    for (compiler, binary) in compilers.iter().zip(binaries) {
        let folder = paths
            .scratch("cost")
            .join("runs")
            .join(program.name())
            .join(&compiler.name);
        let outcome = corpus::run(binary, compiler, steps, &folder, None)?;
        match &native {
            Some(native) => outcome.expect_same(native)?,
            None => outcome.expect_clean()?,
        }
        native.get_or_insert(outcome);
        let script = folder.join("workload.sh");
        files::write(&script, script_of(compiler, binary, steps, &folder)?)?;
        words.push(format!("{}=sh {}", compiler.name, quoted(&script)?));
    }
    Ok(words)
}

fn script_of(
    compiler: &Compiler,
    binary: &Path,
    steps: &[Invocation],
    folder: &Path,
) -> Result<String> {
    let mut text = format!("set -e\nunset {}\n", RUN_TIME_OPTIONS.join(" "));
    for (name, value) in &compiler.environment {
        let _ = writeln!(text, "export {name}={value}");
    }
    let output = |step: usize| folder.join(format!("{step}.measured"));
    for (number, step) in steps.iter().enumerate() {
        let input = match &step.input {
            Input::Empty => PathBuf::from("/dev/null"),
            Input::File(file) => file.clone(),
            Input::OutputOf(earlier) => output(*earlier),
        };
        let arguments = shlex::try_join(step.arguments.iter().map(String::as_str))?;
        let (binary, input, output) = (quoted(binary)?, quoted(&input)?, quoted(&output(number))?);
        let _ = writeln!(text, "{binary} {arguments} < {input} > {output}");
    }
    Ok(text)
}

/// What `sane measure --compare` takes for a program of another target.
fn emulated(compiler: &Compiler, binary: &Path) -> String {
    format!("{}={}", compiler.name, compiler.program(binary).line())
}

fn quoted(path: &Path) -> Result<String> {
    let text = path
        .to_str()
        .with_context(|| format!("{} is not UTF-8", path.display()))?;
    Ok(shlex::try_quote(text)?.into_owned())
}

/// The program beside the compiler.
struct Sane(PathBuf);

impl Sane {
    /// Draws the charts of all records, with a table beside each.
    fn draw(
        &self,
        records: &[PathBuf],
        compilers: &[Compiler],
        folder: &Path,
        emulated: bool,
    ) -> Result<()> {
        let proxies = [
            ("figure-26", INSTRUCTIONS, 1),
            ("instructions-to-native", INSTRUCTIONS, 0),
        ];
        let charts = if emulated { &proxies[..] } else { &CHARTS };
        for &(name, quantity, base) in charts {
            let measured = records
                .iter()
                .map(|record| figures::lacks(record, quantity))
                .collect::<Result<Vec<_>>>()?;
            if measured.iter().any(|reason| reason.is_some()) {
                let reason = measured.into_iter().flatten().next().unwrap_or_default();
                println!("no {name}: {reason}");
                continue;
            }
            let file = |end: &str| folder.join(format!("{name}.{end}"));
            let Some(base) = compilers.get(base) else {
                continue;
            };
            let task = Task::new(&self.0).args(["measure", "--read"]).args(records);
            let task = task
                .args(["--base", &base.name, "--chart", quantity, "--csv"])
                .arg(file("csv"));
            let task = task
                .arg("--svg")
                .arg(file("svg"))
                .arg("--png")
                .arg(file("png"));
            let text = task
                .expression()
                .read()
                .with_context(|| format!("`{}` failed", task.line()))?;
            files::write(&file("txt"), &text)?;
            // Behind the last empty line stand the means of several programs.
            let means = text.rsplit("\n\n").next().filter(|_| records.len() > 1);
            println!(
                "\n{name}: {quantity}, ratios to {}\n{}",
                base.name,
                means.unwrap_or_default()
            );
            println!("written to {}, .png, .csv and .txt", file("svg").display());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_feeds_each_step() {
        let steps = [
            Invocation {
                arguments: vec!["-c".into(), "a b".into()],
                input: Input::File("in".into()),
            },
            Invocation {
                arguments: vec!["-d".into()],
                input: Input::OutputOf(0),
            },
        ];
        let text = script_of(
            &Compiler::clang_asan("-O2"),
            Path::new("/p/q"),
            &steps,
            Path::new("/f"),
        )
        .unwrap();
        assert_eq!(
            text,
            "set -e\nunset SANECC_OPTIONS ASAN_OPTIONS LSAN_OPTIONS\nexport ASAN_OPTIONS=detect_leaks=0\n\
             /p/q -c 'a b' < in > /f/0.measured\n/p/q -d < /f/0.measured > /f/1.measured\n"
        );
    }

    #[test]
    fn the_emulator_is_that_of_the_target() {
        let of = |target: &str| {
            let target = targets::emulated(target).unwrap();
            emulated(
                &Compiler::native("-O2").for_target(target),
                Path::new("/p q"),
            )
        };
        assert_eq!(
            of("aarch64-linux-gnu"),
            "clang-O2-aarch64-linux-gnu=qemu-aarch64 -R 0x1800000000 -L /usr/aarch64-linux-gnu '/p q'"
        );
        assert_eq!(
            of("armv7-linux-gnueabihf"),
            "clang-O2-armv7-linux-gnueabihf=qemu-arm -L /usr/arm-linux-gnueabihf '/p q'"
        );
    }
}
