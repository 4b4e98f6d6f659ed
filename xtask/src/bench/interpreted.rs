//! The cost of `sane run`, compared with native code and with valgrind's memcheck on that code: small programs, with small inputs.
//!
//! What comes before the program costs both tools the same whatever the program does: compiling and linking here, valgrind's own start there.
//! A run of no rounds measures it.

use super::record::{Interpreted, Record};
use super::statistics::{Spread, geometric_mean};
use crate::compiler::Compiler;
use crate::corpus::small::SMALL;
use crate::corpus::{self, Effort, Inputs, Program, Sources};
use crate::files::{self, emptied};
use crate::measured::{Launcher, Measured};
use crate::paths::Paths;
use crate::table::{Table, ratio};
use crate::task::Task;
use crate::workers::progress;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// The rounds of `bench --programs` are divided by this.
const SMALLER: u32 = 10;
/// What the columns are.
pub const LEGEND: &str = "CPU time (user and system) and peak memory, the median of all rounds, of a native build (`-O2`), of valgrind's memcheck on it, and of `sane run`. Ratios are of `sane run`; the one without start leaves out what both tools cost where the program does nothing. Peak memory of `sane run` is that of the compiler that it starts, where that is larger.";
const MIB: f64 = (1 << 20) as f64;

/// The tools, and where they work.
struct Bench {
    sane: PathBuf,
    valgrind: PathBuf,
    launcher: Launcher,
    folder: PathBuf,
}

/// Runs every program, or one, natively, in memcheck and in the machine in turn, `rounds` times.
pub fn measure(
    paths: &Paths,
    sanecc: &Path,
    native: &Compiler,
    rounds: u32,
    only: Option<&str>,
) -> Result<Vec<Interpreted>> {
    let valgrind = which::which("valgrind").context(
        "there is no valgrind, which the machine is compared with: `sudo apt-get install valgrind`, or `cargo xtask setup`",
    )?;
    let sane = sanecc.with_file_name("sane");
    if !sane.is_file() {
        bail!(
            "{} is not there: build it with `cargo xtask build`",
            sane.display()
        );
    }
    let folder = paths.scratch("bench").join("machine");
    emptied(&folder)?;
    let bench = Bench {
        sane,
        valgrind,
        launcher: Launcher::build(&folder.join("launcher"))?,
        folder,
    };
    let sources = Sources::fetch(paths)?;
    let inputs = Inputs::new(paths, &sources)?;
    let mut programs = Vec::new();
    for program in corpus::selected_of(SMALL, only)? {
        let (binary, _) = corpus::build(program, native, &sources, paths, "bench")?;
        programs.push((program, binary));
    }
    println!("running {} programs {rounds} times in turn", programs.len());
    let bar = progress("running", u64::from(rounds) * programs.len() as u64);
    let mut all = Vec::new();
    for round in 1..=rounds {
        for (program, binary) in &programs {
            bar.set_message(program.name());
            let figures = bench.run(paths, *program, binary, &inputs, round);
            all.push(figures.with_context(|| program.name())?);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(all)
}

impl Bench {
    fn run(
        &self,
        paths: &Paths,
        program: &dyn Program,
        binary: &Path,
        inputs: &Inputs,
        round: u32,
    ) -> Result<Interpreted> {
        let workload = program.workload(Effort::Bench, inputs)?;
        let rounds = workload.first().and_then(|step| step.arguments.first());
        let rounds: u32 = rounds.context("a program without rounds")?.parse()?;
        let some = (rounds / SMALLER).max(1).to_string();
        let native = |rounds: &str| Task::new(binary).arg(rounds);
        let memcheck = |rounds: &str| {
            let task = Task::new(&self.valgrind).args(["-q", "--tool=memcheck"]);
            task.arg(binary).arg(rounds)
        };
        let source = paths.project(program.folder());
        let machine = |rounds: &str| {
            Task::new(&self.sane)
                .args(["run", "-w"])
                .arg(source.join(format!("{}.c", program.name())))
                .arg(source.join("main.c"))
                .args(["--", rounds])
        };
        let (natively, expected) = self.cost(&native(&some))?;
        let cost = |task: Task| -> Result<Measured> {
            let (measured, output) = self.cost(&task)?;
            if output != expected && task.arguments.iter().any(|word| *word == *some) {
                bail!("`{}` prints `{output}`, not `{expected}`", task.line());
            }
            Ok(measured)
        };
        let [checked, checked_start] = [cost(memcheck(&some))?, cost(memcheck("0"))?];
        let [run, run_start] = [cost(machine(&some))?, cost(machine("0"))?];
        Ok(Interpreted {
            program: program.name().to_owned(),
            round,
            rounds: some,
            native_seconds: natively.cpu.as_secs_f64(),
            native_peak_bytes: natively.peak,
            memcheck_seconds: checked.cpu.as_secs_f64(),
            memcheck_start_seconds: checked_start.cpu.as_secs_f64(),
            memcheck_peak_bytes: checked.peak,
            machine_seconds: run.cpu.as_secs_f64(),
            machine_start_seconds: run_start.cpu.as_secs_f64(),
            machine_peak_bytes: run.peak,
        })
    }

    /// What a run costs and prints.
    fn cost(&self, task: &Task) -> Result<(Measured, String)> {
        let (output, errors) = (self.folder.join("output"), self.folder.join("errors"));
        let measured = self.launcher.run(task, None, &output, &errors)?;
        if !measured.status.success() {
            let errors = files::text(&errors)?;
            bail!("`{}` failed: {}\n{errors}", task.line(), measured.status);
        }
        Ok((measured, files::text(&output)?))
    }
}

/// Ratios of one run.
struct Ratios {
    to_native: f64,
    to_memcheck: f64,
    /// Without what comes before the program.
    of_work: f64,
    memory: f64,
}

impl Interpreted {
    fn ratios(&self) -> Ratios {
        let work = |all: f64, start: f64| (all - start).max(0.001);
        let machine = work(self.machine_seconds, self.machine_start_seconds);
        Ratios {
            to_native: self.machine_seconds / self.native_seconds.max(0.001),
            to_memcheck: self.machine_seconds / self.memcheck_seconds,
            of_work: machine / work(self.memcheck_seconds, self.memcheck_start_seconds),
            memory: self.machine_peak_bytes as f64 / self.native_peak_bytes as f64,
        }
    }
}

/// The figures as a table: the median of all rounds of each program, then the means over the programs.
pub fn table(record: &Record) -> Table {
    let mut table = Table::new([
        "program",
        "native s",
        "memcheck s",
        "machine s",
        "to native",
        "to memcheck",
        "without start",
        "native MiB",
        "memcheck MiB",
        "machine MiB",
        "memory to native",
    ]);
    let mut programs: Vec<&str> = Vec::new();
    for run in &record.interpreted {
        if !programs.contains(&&*run.program) {
            programs.push(&run.program);
        }
    }
    let runs = |program: &str| {
        let all = record.interpreted.iter();
        let all = all.filter(|run| run.program == program);
        all.collect::<Vec<_>>()
    };
    let median = |program: &str, figure: &dyn Fn(&Interpreted) -> f64| {
        let all = runs(program).into_iter().map(figure).collect();
        Spread::of(all).map_or(0.0, |spread| spread.median)
    };
    let four: [fn(&Ratios) -> f64; 4] = [
        |ratios| ratios.to_native,
        |ratios| ratios.to_memcheck,
        |ratios| ratios.of_work,
        |ratios| ratios.memory,
    ];
    let mut means: [Vec<f64>; 4] = Default::default();
    for program in programs {
        let seconds = |figure: fn(&Interpreted) -> f64| format!("{:.2}", median(program, &figure));
        let mib = |figure: fn(&Interpreted) -> u64| {
            format!("{:.0}", median(program, &|run| figure(run) as f64) / MIB)
        };
        let shown = four.map(|figure| median(program, &|run| figure(&run.ratios())));
        for (mean, one) in means.iter_mut().zip(shown) {
            mean.push(one);
        }
        let [to_native, to_memcheck, of_work, memory] = shown.map(|one| ratio(Some(one)));
        table.row([
            program.to_owned(),
            format!("{:.3}", median(program, &|run| run.native_seconds)),
            seconds(|run| run.memcheck_seconds),
            seconds(|run| run.machine_seconds),
            to_native,
            to_memcheck,
            of_work,
            mib(|run| run.native_peak_bytes),
            mib(|run| run.memcheck_peak_bytes),
            mib(|run| run.machine_peak_bytes),
            memory,
        ]);
    }
    let [to_native, to_memcheck, of_work, memory] = means.map(|all| ratio(geometric_mean(&all)));
    let empty = String::new;
    table.row([
        "geometric mean".to_owned(),
        empty(),
        empty(),
        empty(),
        to_native,
        to_memcheck,
        of_work,
        empty(),
        empty(),
        empty(),
        memory,
    ]);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_of_both_tools_is_taken_off_in_one_column() {
        let mut record = super::super::record::tests::example();
        for (round, machine) in [(1, 6.1), (2, 4.1), (3, 9.1)] {
            record.interpreted.push(Interpreted {
                program: "queens".to_owned(),
                round,
                rounds: "25".to_owned(),
                native_seconds: 0.02,
                native_peak_bytes: 2 << 20,
                memcheck_seconds: 2.6,
                memcheck_start_seconds: 0.6,
                memcheck_peak_bytes: 50 << 20,
                machine_seconds: machine,
                machine_start_seconds: 0.1,
                machine_peak_bytes: 30 << 20,
            });
        }
        let text = table(&record).to_string();
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = text.lines().map(words).collect();
        let row = "queens 0.020 2.60 6.10 305.00 2.35 3.00 2 50 30 15.00";
        assert_eq!(lines[1], row);
        assert_eq!(lines[2], "geometric mean 305.00 2.35 3.00 15.00");
    }
}
