//! The compiler under test, and the commands that make a program out of a case.

use super::board;
use super::corpus::{Case, ROOT};
use super::program::Revision;
use super::report::Dialect;
use duct::{Expression, cmd};
use sanecc_abi::target::{System, Target};
use sanecc_boards::Board;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

/// The program of this variable, instead of sanecc, compiles the corpus with its own AddressSanitizer.
const OTHER_COMPILER: &str = "SANECC_TEST_CC";

/// The target of this name, instead of the host, is compiled for, and its emulator runs the programs.
const TARGET: &str = "SANECC_TEST_TARGET";

/// The tools in this folder are tried, instead of those that cargo has built for the tests: optimised ones are through in less time.
const TOOLS: &str = "SANECC_TEST_TOOLS";

const COMPILE_LIMIT: Duration = Duration::from_secs(120);
const RUN_LIMIT: Duration = Duration::from_secs(30);

/// The path of a tool that is tried: cargo has `built` one.
pub fn tool(name: &str, built: &str) -> String {
    match std::env::var_os(TOOLS) {
        Some(folder) => Path::new(&folder).join(name).display().to_string(),
        None => built.to_owned(),
    }
}

/// A compiler and what is known about its reports.
#[derive(Clone, Debug)]
pub struct Compiler {
    command: Vec<String>,
    /// How its reports are written.
    pub dialect: Dialect,
    /// The board that programs are made for, if there is no operating system.
    pub board: Option<&'static Board>,
    /// What each program is linked with besides.
    parts: Vec<String>,
}

impl Compiler {
    /// sanecc as cargo built it, that of `SANECC_TEST_TOOLS`, or what `SANECC_TEST_CC` names.
    ///
    /// # Errors
    /// The variable is not a command.
    pub fn chosen() -> Result<Compiler, String> {
        let Ok(words) = std::env::var(OTHER_COMPILER) else {
            return Self::own();
        };
        match shlex::split(&words) {
            Some(command) if !command.is_empty() => Ok(Compiler {
                command,
                dialect: Dialect::AddressSanitizer,
                board: None,
                parts: Vec::new(),
            }),
            _ => Err(format!(
                "{OTHER_COMPILER} must be a command, with quotes balanced; it is `{words}`"
            )),
        }
    }

    /// sanecc, for the target of the tests.
    fn own() -> Result<Compiler, String> {
        let target = target()?;
        let board = target.and_then(board_of);
        let mut command = vec![tool("sanecc", env!("CARGO_BIN_EXE_sanecc"))];
        match board {
            Some(board) => {
                command.extend(board.flags());
                command.push(format!("-fsanecc-heap={}", board.heap));
            }
            None => command.extend(target.map(|target| format!("--target={}", target.llvm))),
        }
        let parts = board.map(|board| board::parts(board, &command));
        Ok(Compiler {
            parts: parts.transpose()?.unwrap_or_default(),
            command,
            dialect: Dialect::Sanecc,
            board,
        })
    }

    /// Whether `-fsanecc-elide` means something to it.
    pub fn removes_checks(&self) -> bool {
        self.dialect == Dialect::Sanecc
    }

    /// A command for C++ or not. One that compiles C as C++ would warn.
    fn for_language(&self, base: &[String], cplusplus: bool) -> Vec<String> {
        let mut base = base.to_vec();
        if cplusplus {
            let like_clang = self.removes_checks() || self.command[0].contains("clang");
            base.push(match like_clang {
                true => "--driver-mode=g++".into(),
                false => "-lstdc++".into(),
            });
        }
        base
    }

    /// The commands that build `case` into `folder`; the last one makes the program, which is the last
    /// command's last word.
    pub fn commands(&self, case: &Case, folder: &Path) -> Vec<Vec<String>> {
        let mut base = self.command.clone();
        base.extend([
            format!("-{}", case.level),
            "-g".into(),
            "-Itests/include".into(),
        ]);
        match case.program.revision {
            Revision::Bad => base.push("-w".into()),
            Revision::Fixed | Revision::Only => base.extend(["-Wall".into(), "-Werror".into()]),
        }
        if self.dialect == Dialect::AddressSanitizer {
            base.extend([
                "-fsanitize=address".into(),
                "-fno-omit-frame-pointer".into(),
            ]);
        }
        let flags = case.program.flags.iter().chain(&case.extra);
        base.extend(
            flags
                .filter(|flag| self.removes_checks() || !flag.starts_with("-fsanecc-"))
                .cloned(),
        );
        base.extend(case.program.definitions(&case.define));

        let program = folder.join("program").display().to_string();
        let sources = std::iter::once(&case.program.path).chain(&case.program.aux);
        if case.program.aux.is_empty() {
            let base = self.for_language(&base, is_cplusplus(&case.program.path));
            let inputs = sources.map(|source| source.display().to_string());
            return vec![with(&base, inputs.chain(self.parts.clone()), &program)];
        }
        let mut commands = Vec::new();
        let mut objects = Vec::new();
        for (index, source) in sources.clone().enumerate() {
            let object = folder.join(format!("{index}.o")).display().to_string();
            commands.push(with(
                &self.for_language(&base, is_cplusplus(source)),
                ["-c".into(), source.display().to_string()],
                &object,
            ));
            objects.push(object);
        }
        let base = self.for_language(&base, sources.clone().any(|s| is_cplusplus(s)));
        objects.extend(self.parts.clone());
        commands.push(with(&base, objects, &program));
        commands
    }
}

impl Compiler {
    /// The command that makes `program` of a file of `tests/effects`, with functions called as they are written.
    pub fn library_command(&self, file: &Path, ways: &[&str], program: &str) -> Vec<String> {
        let mut command = self.command.clone();
        command.extend(["-w", "-g", "-fno-builtin", "-Itests/include"].map(str::to_owned));
        command.extend(ways.iter().map(|&way| way.to_owned()));
        if self.dialect == Dialect::AddressSanitizer {
            command.push("-fsanitize=address".into());
        }
        let mut command = with(&command, [file.display().to_string()], program);
        command.extend(["-lm".into(), "-lcrypt".into(), "-lresolv".into()]);
        command
    }
}

/// The target of the tests, if it is another one than the host.
///
/// # Errors
/// There is no such target, or nothing that runs its programs.
pub fn target() -> Result<Option<&'static Target>, String> {
    let Ok(name) = std::env::var(TARGET) else {
        return Ok(None);
    };
    let target =
        Target::named(&name).ok_or_else(|| format!("{TARGET}: no target is called {name}"))?;
    let emulator = match (target.emulator(), board_of(target)) {
        (Some(emulator), _) => emulator.command,
        (None, Some(board)) => board.emulator(),
        (None, None) => return Err(format!("{TARGET}: nothing here runs programs of {name}")),
    };
    match which::which(emulator) {
        Ok(_) => Ok(Some(target)),
        Err(_) => Err(format!(
            "{emulator} is not installed: `cargo xtask setup --target {}` gets it",
            target.name
        )),
    }
}

/// The board on which programs of a target run that has no operating system.
fn board_of(target: &Target) -> Option<&'static Board> {
    Board::of(target.name).filter(|_| target.system == System::Bare)
}

fn is_cplusplus(source: &Path) -> bool {
    source
        .extension()
        .is_some_and(|extension| extension == "cpp")
}

fn with(base: &[String], inputs: impl IntoIterator<Item = String>, output: &str) -> Vec<String> {
    let mut command = base.to_vec();
    command.extend(inputs);
    command.extend(["-o".into(), output.into()]);
    command
}

/// Runs a compile command in the package's folder.
///
/// # Errors
/// The command does not start, or does not end in time.
pub fn compile(command: &[String]) -> Result<Output, String> {
    run(cmd(&command[0], &command[1..]), COMPILE_LIMIT)
        .map_err(|reason| format!("`{}` {reason}", command[0]))
}

/// Runs a finished program with `options` for its runtime.
///
/// # Errors
/// It does not start, or does not end in time.
pub fn execute(program: &str, options: &[String]) -> Result<Output, String> {
    if let Some(board) = target()?.and_then(board_of) {
        return board::execute(board, Path::new(program));
    }
    let own = options.join(":");
    let run_options = [&[RUN_OPTIONS.to_owned()], options].concat().join(":");
    let command = match target()?.and_then(Target::emulator) {
        Some(emulator) => cmd(emulator.command, [emulator.arguments, &[program]].concat()),
        None => cmd!(program),
    };
    let command = command
        .env("ASAN_OPTIONS", run_options)
        .env("SANECC_OPTIONS", own);
    run(command, RUN_LIMIT).map_err(|reason| format!("`{program}` {reason}"))
}

/// Runs a finished program with arguments.
///
/// # Errors
/// As [`execute`].
pub fn execute_with(program: &str, arguments: &[&str]) -> Result<Output, String> {
    let command = cmd(program, arguments)
        .env("ASAN_OPTIONS", RUN_OPTIONS)
        .env_remove("SANECC_OPTIONS");
    run(command, RUN_LIMIT).map_err(|reason| format!("`{program}` {reason}"))
}

/// Options of the user's own environment must not decide a test; leaks are not what these programs are about.
const RUN_OPTIONS: &str = "detect_leaks=0";

pub fn run(command: Expression, limit: Duration) -> Result<Output, String> {
    let handle = command
        .dir(ROOT)
        .stdin_null()
        .stdout_capture()
        .stderr_capture()
        .unchecked()
        .start()
        .map_err(|error| format!("does not start: {error}"))?;
    match handle.wait_timeout(limit) {
        Ok(Some(output)) => Ok(output.clone()),
        Ok(None) => {
            let killed = handle
                .kill()
                .map_or_else(|error| error.to_string(), |()| "killed".into());
            Err(format!("still runs after {limit:?}; {killed}"))
        }
        Err(error) => Err(format!("cannot be waited for: {error}")),
    }
}
