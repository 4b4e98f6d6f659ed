//! `sane run`: runs a C program in the machine, which knows each object and each byte, and reports the first step that C does not define.
//!
//! [`program`] compiles and links, [`commands`] finds a program in `compile_commands.json`, [`session`] runs it. [`audit`] asserts what the compiler claims of the program,
//! [`progress`] tells how far a long run is. [`facts`] says what went wrong, [`text`] and [`record`] print it. [`leaks`] is about what is left in the end.

mod advice;
mod audit;
mod checks;
mod commands;
mod cplusplus;
mod facts;
mod frames;
mod kinds;
mod leaks;
mod losses;
mod objects;
mod options;
mod program;
mod progress;
mod record;
mod session;
mod snippet;
mod style;
mod suppress;
mod text;
mod threads;

use crate::diagnostics::DriverError;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;

/// What to run, and how.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// Moves the addresses of all objects, and decides which thread runs when; the same number gives the same run
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print the report as one line of JSON, for 'sane sarif' and its like
    #[arg(long)]
    json: bool,
    /// Report allocations that nobody can reach when the program ends by itself, and where the last pointer to each was lost
    #[arg(long)]
    leaks: bool,
    /// Assert at each access whose check sanecc removes, at the given -O level, what it claims of that access
    #[arg(long, conflicts_with = "compile_commands")]
    audit: bool,
    /// Look also for what these checks find, named as for clang's -fsanitize=: pointer-compare, pointer-subtract, type, signed-integer-overflow, shift, alignment ...
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    check: Vec<String>,
    /// Look at whole objects, not at arrays in structures
    #[arg(long)]
    no_sub_objects: bool,
    /// Print the program as the machine sees it, in the full form of the analysis IR, instead of running it
    #[arg(long)]
    print_ir: bool,
    /// Run a program of this compile_commands.json; words are then its arguments
    #[arg(long, value_name = "JSON")]
    compile_commands: Option<PathBuf>,
    /// The source that has the main to run, where several of the file have one
    #[arg(long, value_name = "NAME", requires = "compile_commands")]
    file: Option<PathBuf>,
    /// C sources and flags of the compiler; behind '--' arguments of the program
    #[arg(
        required_unless_present = "compile_commands",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "WORD"
    )]
    words: Vec<OsString>,
}

/// Compiles and runs. Gives the exit status: that of the program, or 1 after a report.
///
/// # Errors
/// If the program cannot be compiled, or needs what the machine does not have.
pub fn run(input: &Input) -> Result<i32, DriverError> {
    let options = options::Options::of_environment()?;
    let wanted = checks::Wanted::of(&input.check)?;
    let separator = input.words.iter().position(|word| word == "--");
    let (words, arguments) = match (separator, &input.compile_commands) {
        (Some(at), _) => (&input.words[..at], &input.words[at + 1..]),
        (None, Some(_)) => (&[][..], &input.words[..]),
        (None, None) => (&input.words[..], &[][..]),
    };
    let program = match &input.compile_commands {
        None => program::read(words, &wanted, input.audit)?,
        Some(file) if words.is_empty() => commands::read(file, input.file.as_deref(), &wanted)?,
        Some(file) => {
            let (word, file) = (words[0].to_string_lossy(), file.display());
            return Err(
                DriverError::new(format!("{word}: flags and sources are those of {file}"))
                    .next("sane run --compile-commands JSON [--file NAME] [-- ARGUMENTS]"),
            );
        }
    };
    match program {
        program::Read::Program(program) if input.print_ir => {
            // Whoever reads no more of it wants no more of it.
            let _ = std::io::stdout().write_all(program.module.full_text().as_bytes());
            Ok(0)
        }
        program::Read::Program(program) => {
            session::Session::new(input, &options, &wanted, Rc::from(program))?.run(arguments)
        }
        program::Read::Failed(code) => Ok(code),
    }
}
