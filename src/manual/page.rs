//! Man pages: that of `sanecc` from the tables of its flags and variables, those of `sane` from its declaration.

use super::NAMES;
use crate::args::own::{ENVIRONMENT, FLAGS, UNCHECKED};
use crate::diagnostics::DriverError;
use roff::{Roff, bold, italic, roman};
use std::path::PathBuf;

/// The manual that the pages belong to.
const MANUAL: &str = "User Commands";

const VERSION: &str = concat!("sanecc ", env!("CARGO_PKG_VERSION"));

/// The page of `sanecc` and `sanecc++`, with this date.
pub fn sanecc(date: &str) -> String {
    let mut page = Roff::new();
    page.control("TH", ["SANECC", "1", date, VERSION, MANUAL]);
    page.control("SH", ["NAME"]);
    page.text([roman(
        "sanecc, sanecc++ - compile C and C++ with memory-safety checks",
    )]);
    page.control("SH", ["SYNOPSIS"]);
    for (number, name) in NAMES.into_iter().enumerate() {
        if number > 0 {
            page.control("br", []);
        }
        page.text([
            bold(name),
            roman(" ["),
            italic("argument of clang"),
            roman(" | "),
            bold("-fsanecc-"),
            italic("flag"),
            roman("] ..."),
        ]);
    }
    page.control("SH", ["DESCRIPTION"]);
    paragraphs(
        &mut page,
        &[
            "sanecc takes the place of a C compiler, sanecc++ that of a C++ compiler. Both take every argument that clang 19 \
         takes. The programs that they build stop at their first memory error with a report: accesses outside of \
         objects or after their end, double and invalid frees, wrong arguments of library functions, and, when asked \
         for, leaks.",
            "Link with sanecc what sanecc compiled: the link adds the runtime.",
        ],
    );
    page.control("PP", []);
    page.text([roman(format!("Not checked are {UNCHECKED}"))]);
    page.control("SH", ["OPTIONS"]);
    paragraphs(
        &mut page,
        &["Flags of clang work as with clang. These are sanecc's own:"],
    );
    for flag in FLAGS {
        item(&mut page, &flag.spelling(), flag.doc);
    }
    page.control("SH", ["ENVIRONMENT"]);
    for (variable, doc) in ENVIRONMENT {
        item(&mut page, variable, doc);
    }
    item(
        &mut page,
        "SANECC_OPTIONS=NAME=VALUE[:NAME=VALUE...]",
        "Read by checked programs when they start. 'help=1' lists the names.",
    );
    page.control("SH", ["EXIT STATUS"]);
    paragraphs(
        &mut page,
        &[
            "That of clang; 1 if sanecc itself fails. A checked program that reports an error exits with 1, unless SANECC_OPTIONS has another 'exitcode'.",
        ],
    );
    page.control("SH", ["EXAMPLES"]);
    for (command, doc) in [
        (
            "make CC=sanecc CXX=sanecc++",
            "Build a project with its makefile.",
        ),
        (
            "CC=sanecc CXX=sanecc++ ./configure --disable-shared && make",
            "The same where there is a configure script.",
        ),
        (
            "cmake -B build -DCMAKE_C_COMPILER=sanecc -DCMAKE_CXX_COMPILER=sanecc++",
            "The same with CMake.",
        ),
        (
            "sanecc -g -O2 a.c && SANECC_OPTIONS=detect_leaks=1 ./a.out",
            "Look for leaks, too.",
        ),
    ] {
        item(&mut page, command, doc);
    }
    page.control("SH", ["SEE ALSO"]);
    page.text([
        bold("sane"),
        roman("(1), "),
        bold("clang"),
        roman("(1), "),
        bold("gdb"),
        roman("(1)"),
    ]);
    page.render()
}

fn paragraphs(page: &mut Roff, texts: &[&str]) {
    for (number, text) in texts.iter().enumerate() {
        if number > 0 {
            page.control("PP", []);
        }
        page.text([roman(*text)]);
    }
}

fn item(page: &mut Roff, term: &str, doc: &str) {
    page.control("TP", []);
    page.text([bold(term)]);
    page.text([roman(doc)]);
}

/// The pages of a declared command and of each of its subcommands, with this date.
///
/// # Errors
/// If a page cannot be rendered.
pub fn of(command: &clap::Command, date: &str) -> Result<Vec<(PathBuf, Vec<u8>)>, DriverError> {
    let mut pages = vec![rendered(command, date)?];
    for subcommand in command.get_subcommands() {
        if subcommand.get_name() != "help" {
            pages.extend(of(subcommand, date)?);
        }
    }
    Ok(pages)
}

fn rendered(command: &clap::Command, date: &str) -> Result<(PathBuf, Vec<u8>), DriverError> {
    let page = clap_mangen::Man::new(command.clone())
        .title(
            command
                .get_display_name()
                .unwrap_or(command.get_name())
                .to_uppercase(),
        )
        .date(date)
        .source(VERSION)
        .manual(MANUAL);
    let mut text = Vec::new();
    page.render(&mut text).map_err(|error| {
        DriverError::new(format!(
            "cannot render the page of {}: {error}",
            command.get_name()
        ))
    })?;
    let name = page.get_filename();
    Ok((PathBuf::from("share/man/man1").join(name), text))
}
