//! `sane report`: what the compiler knows of the accesses of a program, as a page, as text, as JSON or as SARIF.
//!
//! Not to be confused with [`reports`](crate::reports), which is about errors that programs have reported when they ran.

mod counts;
mod fact;
mod html;
pub mod json;
mod model;
mod sarif;
pub mod text;

use crate::diagnostics::{self, DriverError};
use crate::remarks::{Collected, Sources};
use crate::temporary;
use counts::Counts;
use model::Model;
pub use model::Totals;
use std::path::PathBuf;

/// What the report is about, and what becomes of it.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// Programs, libraries, objects, archives, files of -fsanecc-remarks=, folders of them, or compile_commands.json; the working folder without
    #[arg(value_name = "DIR|BINARY|compile_commands.json")]
    paths: Vec<PathBuf>,
    /// What to make
    #[arg(long, value_enum, default_value_t = Format::Html)]
    format: Format,
    /// The file to write; '-' is standard output. Without, a page goes to sane-report.html, all else to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Counts of a run: an lcov file with executions of lines, or the record of -fsanecc-count; repeatable
    #[arg(long, value_name = "FILE")]
    counts: Vec<PathBuf>,
    /// A folder to look for sources in; repeatable
    #[arg(long = "source-dir", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

/// What to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// One page that needs no network.
    Html,
    /// One JSON object.
    Json,
    /// A SARIF 2.1.0 log.
    Sarif,
    /// Tables.
    Text,
}

/// Where a page goes.
const PAGE: &str = "sane-report.html";

/// Makes the report: what is to be printed.
///
/// # Errors
/// If nothing has remarks, a file cannot be read, or the report cannot be written.
pub fn run(input: &Input) -> Result<String, DriverError> {
    let here = [PathBuf::from(".")];
    let paths = match input.paths.is_empty() {
        true => &here[..],
        false => &input.paths[..],
    };
    let collected = Collected::of(paths)?;
    let counts = Counts::read(&input.counts)?;
    let mut sources = Sources::with(&input.folders);
    let model = Model::of(&collected, &counts, &mut sources);
    let made = match input.format {
        Format::Html => html::page(&title(paths), &model, &mut sources),
        Format::Json => json::report(&model),
        Format::Sarif => sarif::log(&model),
        Format::Text => text::tables(&model),
    };
    let file = match (&input.output, input.format) {
        (Some(file), _) if file.as_os_str() == "-" => return Ok(made),
        (Some(file), _) => file.clone(),
        (None, Format::Html) => PAGE.into(),
        (None, _) => return Ok(made),
    };
    temporary::replace(&file, made.as_bytes()).map_err(|error| {
        DriverError::new(format!("cannot write {}: {error}", file.display()))
            .next("-o names another file, and '-o -' is standard output")
    })?;
    let sum = model.totals.sum();
    diagnostics::note(&format!("{} tells of {sum} accesses", file.display()));
    Ok(String::new())
}

/// What the page is called: the names of what was asked.
fn title(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths
        .iter()
        .map(|path| match path.file_name() {
            Some(name) => name.to_string_lossy().into_owned(),
            None => "this folder".to_owned(),
        })
        .collect();
    names.join(", ")
}
