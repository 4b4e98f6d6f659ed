//! What GDB shows of each kind of error: the stack where a report is made, where the program aborts, and in a core file of that. It must lead to the
//! line of the error and on to `main`, without a frame that GDB does not know in between.
//!
//! Kinds whose tests are not programs of `tests/ui` have none here: GDB takes `SIGTRAP` for its own, no leaks are looked for under a debugger,
//! and two definitions are found before `main`.

use super::compiler::{Compiler, compile};
use super::corpus::{Case, ROOT};
use super::program::{Expected, Program, Revision};
use super::report::Dialect;
use libtest_mimic::{Failed, Trial};
use sanecc_abi::kind::Kind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Frames that are shown of each end of a stack.
const FRAMES: usize = 60;
/// What stands in front of each stack.
const MARK: &str = "STACK ";

/// One trial for each kind, none for other compilers than sanecc.
pub fn trials(compiler: &Compiler) -> Vec<Trial> {
    if compiler.dialect != Dialect::Sanecc {
        return Vec::new();
    }
    let kinds = Kind::ALL.iter().copied();
    let kinds = kinds.filter(|kind| kind.test().starts_with("tests/ui"));
    kinds
        .map(|kind| {
            let compiler = compiler.clone();
            Trial::test(format!("debugger/{kind}"), move || run(kind, &compiler))
        })
        .collect()
}

fn run(kind: Kind, compiler: &Compiler) -> Result<(), Failed> {
    let program = Program::read(Path::new(ROOT), Path::new(kind.test()), Revision::Bad)?;
    let expected = program.expected.clone().ok_or("no error is annotated")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("debugger")
        .join(kind.name());
    std::fs::create_dir_all(&folder)?;
    build(&program, compiler, &folder)?;
    let said = debug(&program, &folder)?;
    std::fs::remove_dir_all(&folder)?;
    let stacks: Vec<_> = said.split(MARK).skip(1).collect();
    if stacks.len() != 3 {
        return Err(format!("GDB shows {} stacks and not 3:\n{said}", stacks.len()).into());
    }
    for stack in stacks {
        // The error is made by a constructor.
        let has_main = kind != Kind::InitializationOrderFiasco;
        judge(stack, &expected, has_main).map_err(|reason| format!("{reason}:\n{stack}"))?;
    }
    Ok(())
}

fn build(program: &Program, compiler: &Compiler, folder: &Path) -> Result<(), Failed> {
    let case = Case {
        level: program.levels.last().ok_or("no level")?.clone(),
        define: program.defines.first().cloned().flatten(),
        program: Arc::new(program.clone()),
        extra: Vec::new(),
    };
    for command in compiler.commands(&case, folder) {
        let output = compile(&command)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}\n{said}", command.join(" ")).into());
        }
    }
    Ok(())
}

/// What GDB says of the program in `folder`.
fn debug(program: &Program, folder: &Path) -> Result<String, Failed> {
    let [executable, core, script] = ["program", "core", "script"].map(|name| folder.join(name));
    std::fs::write(&script, commands(&program.options, &executable, &core))?;
    let output = Command::new("gdb")
        .args(["-nx", "-batch", "-x"])
        .arg(&script)
        .current_dir(ROOT)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .output()
        .map_err(|error| format!("gdb, which `cargo xtask setup` installs: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn commands(options: &[String], executable: &Path, core: &Path) -> String {
    let show = |what: &str| format!("echo {MARK}{what}\\n\nbacktrace {FRAMES}\nbacktrace -3\n");
    let [executable, core]: [PathBuf; 2] = [executable, core].map(Path::to_owned);
    let (executable, core) = (executable.display(), core.display());
    let options = options.join(":");
    [
        "set width 0\nset print frame-arguments none\n".to_owned(),
        // Faults are the runtime's affair.
        "handle all nostop noprint pass\n".to_owned(),
        format!("set environment SANECC_OPTIONS {options}\nfile {executable}\n"),
        "break __sanecc_on_report\nrun\n".to_owned(),
        show("of the report"),
        "kill\ndelete\nhandle SIGABRT stop\n".to_owned(),
        format!("set environment SANECC_OPTIONS {options}:abort_on_error=1\nrun\n"),
        show("of the abort"),
        format!("generate-core-file {core}\nkill\ncore-file {core}\n"),
        show("of the core file"),
    ]
    .concat()
}

/// Whether a stack leads where it should.
fn judge(stack: &str, expected: &Expected, has_main: bool) -> Result<(), String> {
    let frames: Vec<_> = stack.lines().filter(|line| line.starts_with('#')).collect();
    let place = format!("{}:{}", expected.file.display(), expected.line);
    let error = frames.iter().position(|frame| frame.ends_with(&place));
    let error = error.ok_or(format!("no frame is at {place}"))?;
    let main = frames
        .iter()
        .position(|frame| frame.contains(" main (") && frame.contains(" at "));
    if has_main && main.is_none_or(|main| main < error) {
        return Err("main has not called what is at fault".into());
    }
    // Of other files there may be no symbols: `?? () from FILE`.
    let last = main.unwrap_or(error);
    match frames[..last].iter().find(|frame| frame.ends_with("?? ()")) {
        Some(unknown) => Err(format!("an unknown frame: {unknown}")),
        None => Ok(()),
    }
}
