//! `cargo xtask eval`: what the analyses prove, as the tables of GreenArrays (2014), "Validation of Memory Accesses Through Symbolic Analyses".
//!
//! Every program of the corpus is compiled once for each way of proving. The compiler's own remarks are counted (figure 25 of
//! GreenArrays), and its statistics say how large the programs are (figure 21) and how long each analysis took (figures 22 to 24). With `--run` the
//! programs run, too, and count what they execute. With `--cost` the programs are measured instead: [`cost`].

mod column;
mod cost;
mod counted;
mod executed;
mod figures;
mod sizes;
mod statistics;
mod table;
mod times;

use crate::compiler::Compiler;
use crate::corpus::further::{FURTHER, MANIFEST};
use crate::corpus::{self, Effort, Inputs, Program, Sources};
use crate::docs::{self, DocsOptions, Part};
use crate::files::{emptied, write_json};
use crate::paths::Paths;
use crate::sanecc::SaneccOptions;
use crate::setup::Aim;
use crate::workers::in_parallel;
use anyhow::{Context, Result};
use column::{COLUMNS, Column};
use counted::Counted;
use serde::Serialize;
use statistics::Statistics;
use std::path::PathBuf;

/// Sizes, times of analyses, and the share of checks that each way of proving makes needless, in the programs of the corpus
#[derive(clap::Args)]
pub struct Eval {
    /// Only this program
    #[arg(long, value_name = "PROGRAM")]
    only: Option<String>,
    /// Also run the programs and count the checks that they execute
    #[arg(long)]
    run: bool,
    /// Also compile more programs, and count which of their accesses are in bounds
    #[arg(long)]
    further: bool,
    #[command(flatten)]
    cost: cost::CostOptions,
    #[command(flatten)]
    docs: DocsOptions,
    /// Where to write the figures [default: bench-results/eval.json]
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    sanecc: SaneccOptions,
}

/// What everything is compiled with.
const LEVEL: &str = "-O2";

/// All figures.
#[derive(Serialize)]
struct Record {
    /// What each column means.
    columns: Vec<ColumnRecord>,
    /// One for each program and column.
    results: Vec<Outcome>,
}

/// A column for readers of the file.
#[derive(Serialize)]
struct ColumnRecord {
    name: &'static str,
    about: &'static str,
    flags: String,
}

/// What was counted in one program, compiled in one way.
#[derive(Serialize)]
struct Outcome {
    program: String,
    column: &'static str,
    /// Accesses in the code.
    stands: Counted,
    /// Accesses in one run of the workload.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<Counted>,
    /// How large it is, and what the analyses took.
    statistics: Statistics,
    /// CPU time of all compilations in seconds.
    compile_seconds: f64,
}

impl Eval {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        let sanecc = self.sanecc.ensure(&paths, Aim::Build)?;
        if self.cost.wanted() {
            let part = (self.cost).run(&paths, &sanecc, LEVEL, self.only.as_deref())?;
            return match self.docs.write_docs {
                true => docs::write(&paths.root, &[part]),
                false => Ok(()),
            };
        }
        let only = self.only.as_deref();
        let is_further = |name: &str| FURTHER.iter().any(|further| further.name() == name);
        let programs = match only {
            Some(name) if is_further(name) => Vec::new(),
            _ => corpus::selected(only)?,
        };
        let further = match self.further || only.is_some_and(is_further) {
            true => FURTHER,
            false => &[],
        };
        let further = further
            .iter()
            .filter(|one| only.is_none_or(|name| one.name() == name));
        let sources = Sources::fetch(&paths)?;
        let further_sources = match further.clone().next() {
            Some(_) => Some(Sources::fetch_of(&paths, MANIFEST)?),
            None => None,
        };
        let inputs = self
            .run
            .then(|| Inputs::new(&paths, &sources))
            .transpose()?;
        let base = Compiler::sanecc(&sanecc, LEVEL).no_strict();
        let of_corpus = programs.iter().flat_map(|&program| {
            let sources = (&sources, inputs.as_ref());
            let columns = COLUMNS.iter();
            columns.map(move |column| (program, sources, column))
        });
        let of_further = further.flat_map(|&program| {
            let sources = further_sources.as_ref().map(|sources| (sources, None));
            let columns = COLUMNS.iter().filter(|column| column.is_of_bounds());
            columns.filter_map(move |column| Some((program, sources?, column)))
        });
        let jobs: Vec<Job<'_>> = of_corpus.chain(of_further).collect();
        let name = |(program, _, column): &Job<'_>| format!("{} {}", program.name(), column.name);
        let results = in_parallel("compiling", jobs, name, |(program, sources, column)| {
            outcome(&paths, sources, &base, program, column)
                .with_context(|| format!("{} with {}", program.name(), column.name))
        });
        let record = Record {
            columns: COLUMNS.iter().map(Column::record).collect(),
            results: results.into_iter().collect::<Result<_>>()?,
        };
        print!("{}", table::of(&record));
        let file = self
            .json
            .unwrap_or_else(|| paths.root.join("bench-results/eval.json"));
        write_json(&file, &record)?;
        println!("\nwritten to {}", file.display());
        match self.docs.write_docs {
            true => docs::write(&paths.root, &[part(&record)?]),
            false => Ok(()),
        }
    }
}

/// The part of the page about performance that these figures replace.
fn part(record: &Record) -> Result<Part> {
    Ok(Part {
        page: "docs/performance.md",
        name: "eval",
        text: format!(
            "{}, per cent of the accesses in the code that need no check:\n\n{}\nPer cent of the accesses in the code that are in bounds, whether their objects live or \
             not:\n\n{}",
            docs::today()?,
            table::removed(record).markdown(),
            table::in_bounds(record).markdown()
        ),
    })
}

/// A program, where its sources and inputs are, and a way of proving.
type Job<'j> = (
    &'j dyn Program,
    (&'j Sources, Option<&'j Inputs>),
    &'j Column,
);

/// Compiles a program in one way, and counts.
fn outcome(
    paths: &Paths,
    (sources, inputs): (&Sources, Option<&Inputs>),
    base: &Compiler,
    program: &dyn Program,
    column: &Column,
) -> Result<Outcome> {
    let scratch = paths.scratch("eval");
    let folder = |kind: &str| scratch.join(kind).join(program.name()).join(column.name);
    let remarks = folder("remarks");
    let statistics = folder("statistics");
    emptied(&remarks)?;
    emptied(&statistics)?;
    let mut compiler = column.compiler(base);
    // The link of a whole program plans it, and writes the records.
    let planning = match column.is_whole {
        true => &mut compiler.link_flags,
        false => &mut compiler.flags,
    };
    planning.extend([
        format!("-fsanecc-remarks={}/", remarks.display()),
        format!("-fsanecc-stats={}/", statistics.display()),
    ]);
    if inputs.is_some() {
        compiler.flags.push("-fsanecc-count".to_owned());
    }
    let (binary, workspace) = corpus::build(program, &compiler, sources, paths, "eval")?;
    let runs = inputs
        .map(|inputs| {
            let steps = program.workload(Effort::Test, inputs)?;
            executed::count(&binary, &compiler, &steps, &folder("runs"))
        })
        .transpose()?;
    Ok(Outcome {
        program: program.name().to_owned(),
        column: column.name,
        stands: counted::in_remarks(&remarks)?,
        runs,
        statistics: Statistics::read(&statistics)?,
        compile_seconds: workspace.cpu.as_secs_f64(),
    })
}
