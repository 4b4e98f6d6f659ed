//! Lua, SQLite and bzip2 in the machine: each runs its script as a whole program of C, and must print what its native build prints, without a report.

use super::workspace::{files, include};
use super::{Inputs, PROGRAMS, Program, Sources, build, bzip2, lua};
use crate::compiler::Compiler;
use crate::files::emptied;
use crate::machine::{End, Machine, Run};
use crate::paths::Paths;
use crate::task::Task;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Seconds of one run.
const PATIENCE: u32 = 1800;
/// Bytes that bzip2 compresses.
const TEXT: u64 = 30_000;
/// The runs: as it is written, and with claims asserted.
const AUDITS: [&[&str]; 2] = [
    &["--audit", "-O0", "-fsanecc-elide=full"],
    &["--audit", "-O2"],
];

/// A program as the machine takes it.
struct Whole {
    program: &'static dyn Program,
    units: Vec<PathBuf>,
    flags: Vec<String>,
    /// One run after the other; each reads the file, if there is one.
    runs: Vec<(Vec<String>, Option<PathBuf>)>,
}

/// Runs them all, and with claims asserted if the user wants that.
///
/// # Errors
/// A program prints something else than natively, or is reported.
pub fn run(paths: &Paths, sources: &Sources, sanecc: &Path, audits: bool) -> Result<()> {
    let inputs = Inputs::new(paths, sources)?;
    let machine = Machine::beside(sanecc, PATIENCE);
    let folder = paths.scratch("corpus-machine");
    emptied(&folder)?;
    for whole in wholes(paths, sources, &inputs, &folder)? {
        whole.compare(paths, sources, &machine, audits)?;
    }
    Ok(())
}

fn wholes(paths: &Paths, sources: &Sources, inputs: &Inputs, folder: &Path) -> Result<Vec<Whole>> {
    let named = |name: &str| {
        let mut all = PROGRAMS.iter().copied();
        let program = all.find(|program| program.name() == name);
        program.with_context(|| format!("the corpus has no {name}"))
    };
    let source = |program: &dyn Program| -> Result<PathBuf> {
        let package = program.package().context("a vendored program")?;
        Ok(sources.of(package)?.to_owned())
    };
    let small = |script: &str| {
        vec![(
            vec![inputs.script(script).display().to_string(), "1".into()],
            None,
        )]
    };

    let program = named("lua")?;
    let inner = lua::folder(&source(program)?);
    let mut units = files(&inner, &["c"])?;
    units.push(paths.project("lua").join("main.c"));
    let lua = Whole {
        program,
        units,
        flags: vec![include(&inner), "-DLUA_USE_POSIX".into()],
        runs: small("lua/workload.lua"),
    };

    let program = named("sqlite3")?;
    let inner = source(program)?.join("sqlite3");
    let sqlite3 = Whole {
        program,
        units: vec![
            inner.join("sqlite3.c"),
            paths.project("sqlite3").join("main.c"),
        ],
        flags: vec![
            include(&inner),
            "-DSQLITE_THREADSAFE=1".into(),
            "-DSQLITE_ENABLE_FTS5".into(),
        ],
        runs: small("sqlite3/workload.sql"),
    };

    let program = named("bzip2")?;
    let inner = bzip2::vendored(&source(program)?);
    const UNITS: [&str; 8] = [
        "blocksort",
        "huffman",
        "crctable",
        "randtable",
        "compress",
        "decompress",
        "bzlib",
        "bzip2",
    ];
    let (plain, packed) = (inputs.text(TEXT)?, folder.join("text.bz2"));
    let bzip2 = Whole {
        program,
        units: UNITS
            .map(|unit| inner.join(unit).with_extension("c"))
            .to_vec(),
        flags: vec!["-D_FILE_OFFSET_BITS=64".into()],
        runs: vec![
            (vec!["-9".into(), "-c".into()], Some(plain)),
            (vec!["-d".into(), "-c".into()], Some(packed)),
        ],
    };
    Ok(vec![bzip2, lua, sqlite3])
}

impl Whole {
    fn compare(
        &self,
        paths: &Paths,
        sources: &Sources,
        machine: &Machine,
        audits: bool,
    ) -> Result<()> {
        let name = self.program.name();
        let native = Compiler::native("-O2");
        let (binary, _) = build(
            self.program,
            &native,
            sources,
            paths,
            "corpus-machine-native",
        )?;
        for (number, (arguments, input)) in self.runs.iter().enumerate() {
            let task = Task::new(&binary).args(arguments);
            let expected = output(&task, input.as_deref())?;
            let flags: Vec<&[&str]> = match audits {
                true => [&[][..]].into_iter().chain(AUDITS).collect(),
                false => vec![&[]],
            };
            for flags in flags {
                let started = std::time::Instant::now();
                let run =
                    machine.run_with(self.task(machine, flags, arguments), input.as_deref())?;
                if let Some(difference) = difference(&expected, &run) {
                    bail!("{name} in the machine {}: {difference}", flags.join(" "));
                }
                let seconds = started.elapsed().as_secs_f64();
                println!("{name} {}: as natively, {seconds:.0} s", flags.join(" "));
            }
            // What one run writes the next one reads.
            if let Some((_, Some(next))) = self.runs.get(number + 1) {
                fs::write(next, &expected)?;
            }
        }
        Ok(())
    }

    fn task(&self, machine: &Machine, flags: &[&str], arguments: &[String]) -> Task {
        let words = flags.iter().map(|flag| (*flag).to_owned());
        let words = words.chain(["-w".to_owned()]);
        let words = words.chain(self.flags.iter().cloned());
        let units = self.units.iter().map(|unit| unit.display().to_string());
        machine.task(words.chain(units), arguments)
    }
}

/// What a native build prints.
fn output(task: &Task, input: Option<&Path>) -> Result<Vec<u8>> {
    let expression = task.expression().stdout_capture();
    let expression = match input {
        Some(file) => expression.stdin_path(file),
        None => expression.stdin_null(),
    };
    let output = expression.run();
    Ok(output
        .with_context(|| format!("`{}` failed", task.line()))?
        .stdout)
}

fn difference(expected: &[u8], run: &Run) -> Option<String> {
    match &run.end {
        End::Exited(0) if run.output == expected => None,
        End::Exited(0) => Some("it prints something else than natively".to_owned()),
        End::Exited(status) => Some(format!("it ends with {status}")),
        End::Reported(text) => Some(text.lines().take(12).collect::<Vec<_>>().join("\n")),
        End::Lacks(what) => Some(format!("cannot run: {what}")),
        End::Endless => Some("it does not end".to_owned()),
    }
}
