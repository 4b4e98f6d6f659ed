//! Programs without an operating system below them: how they are linked for a board, and what they say on it.

use super::compiler::{run, tool};
use super::corpus::ROOT;
use duct::cmd;
use sanecc_boards::Board;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// What every program for the board is linked with, made by `compiler`: start-up code, the C library, and a memory map in which the programs have room.
///
/// # Errors
/// The C library is not installed, or the start-up code could not be compiled.
pub fn parts(board: &Board, compiler: &[String]) -> Result<Vec<String>, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("board")
        .join(board.target);
    let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&folder).map_err(|error| told(&folder, error))?;
    let examples = Path::new(ROOT).join("docs/embedded");
    let map = examples.join(format!("{}.ld", board.roomy));
    let text = std::fs::read_to_string(&map).map_err(|error| told(&map, error))?;
    let map = folder.join("board.ld");
    std::fs::write(&map, text.replace("64K", "4M")).map_err(|error| told(&map, error))?;
    let libraries = board.folders().map_err(|error| {
        format!(
            "{error}: `cargo xtask setup --target {}` installs it",
            board.target
        )
    })?;
    let mut words = Vec::new();
    for source in [board.start, "semihosting.c"] {
        let object = folder.join(source).with_extension("o");
        compile(compiler, &examples.join(source), &object)?;
        words.push(object.display().to_string());
    }
    let folders = libraries.iter().chain([&examples]);
    words.extend(folders.map(|folder| format!("-L{}", folder.display())));
    words.extend(board.libraries.iter().map(|&name| name.to_owned()));
    words.extend(["-Wl,--gc-sections", "-T"].map(str::to_owned));
    words.push(map.display().to_string());
    Ok(words)
}

fn compile(compiler: &[String], source: &Path, object: &Path) -> Result<(), String> {
    let (program, flags) = compiler.split_first().ok_or("there is no compiler")?;
    let words = [
        "-Os".as_ref(),
        "-c".as_ref(),
        source.as_os_str(),
        "-o".as_ref(),
    ];
    let words = flags.iter().map(AsRef::as_ref).chain(words);
    let output = run(cmd(program, words.chain([object.as_os_str()])), LIMIT)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{}: {}",
            source.display(),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// Runs a program on its board. Its report, decoded, is the output's standard error, what else it printed the standard output: one line serves both there.
///
/// # Errors
/// The emulator does not start or does not end, or its log cannot be decoded.
pub fn execute(board: &Board, program: &Path) -> Result<Output, String> {
    let (emulator, words) = (board.emulator(), board.command(board.roomy, program));
    let output = run(cmd(emulator, &words[1..]), LIMIT)
        .map_err(|reason| format!("`{emulator}` {reason}"))?;
    let log = [output.stderr, output.stdout].concat();
    if !String::from_utf8_lossy(&log).contains("sanecc-record ") {
        return Ok(Output {
            status: output.status,
            stdout: log,
            stderr: Vec::new(),
        });
    }
    let place: PathBuf = program.with_extension("log");
    std::fs::write(&place, log).map_err(|error| format!("{}: {error}", place.display()))?;
    let sane = tool("sane", env!("CARGO_BIN_EXE_sane"));
    let decoded = run(cmd!(&sane, "decode", "--elf", program, &place), LIMIT)
        .map_err(|reason| format!("`{sane} decode` {reason}"))?;
    match decoded.status.success() {
        true => Ok(Output {
            status: output.status,
            stdout: Vec::new(),
            stderr: decoded.stdout,
        }),
        false => Err(String::from_utf8_lossy(&decoded.stderr).into_owned()),
    }
}
