//! Builds and runs one case and judges the outcome.

use super::compiler::{Compiler, compile, execute, target};
use super::corpus::{Case, NO_STRICT, ROOT};
use super::formats;
use super::program::{Elsewhere, Expected};
use super::report::{Dialect, Report};
use libtest_mimic::Failed;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;

/// The option for reports that programs read.
const AS_RECORD: &str = "report_format=json";

/// A trial: fails if the case is judged wrong, or if it is right against a `known-bug`.
///
/// # Errors
/// What was wrong, the commands that reproduce it, and all output.
pub fn run(case: &Case, compiler: &Compiler) -> Result<(), Failed> {
    let elsewhere = match compiler.dialect {
        // What LLVM has deleted is seen by nobody who looks afterwards.
        Dialect::Sanecc if case.is_deleted() => Some(&Elsewhere::Silent),
        Dialect::Sanecc => None,
        Dialect::AddressSanitizer => case.program.elsewhere(&case.level),
    };
    if elsewhere == Some(&Elsewhere::Any) {
        return Ok(());
    }
    let known_bug = match compiler.dialect {
        Dialect::Sanecc => case.program.known_bug(&case.level),
        Dialect::AddressSanitizer => None,
    };
    let folder = folder_of(case);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut transcript = String::new();
    let verdict = build_and_run(case, compiler, elsewhere, &folder, &mut transcript);
    // The commands of the transcript make the folder anew; a thousand programs need not stay.
    std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    match (verdict, known_bug) {
        (Ok(()), None) | (Err(_), Some(_)) => Ok(()),
        (Ok(()), Some(why)) => {
            Err(format!("known bug is gone, remove its directive: {why}\n{transcript}").into())
        }
        (Err(reason), None) => Err(format!("{reason}\n{transcript}").into()),
    }
}

fn folder_of(case: &Case) -> PathBuf {
    let name: String = case
        .name()
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '.' {
                c
            } else {
                '_'
            }
        })
        .collect();
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui").join(name)
}

fn build_and_run(
    case: &Case,
    compiler: &Compiler,
    elsewhere: Option<&Elsewhere>,
    folder: &Path,
    transcript: &mut String,
) -> Result<(), String> {
    let _ = writeln!(
        transcript,
        "to reproduce:\n  cd {ROOT} && mkdir -p {}",
        folder.display()
    );
    for command in compiler.commands(case, folder) {
        let line = shlex::try_join(command.iter().map(String::as_str))
            .map_err(|error| error.to_string())?;
        let _ = writeln!(transcript, "  {line}");
        let output = compile(&command)?;
        if !output.status.success() || !output.stderr.is_empty() {
            append_output(transcript, &output);
            return Err("compiling failed or was not silent".into());
        }
    }
    let program = folder.join("program").display().to_string();
    let _ = writeln!(transcript, "  {program}");
    let output = execute(&program, &case.program.options)?;
    append_output(transcript, &output);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let expected = case.program.expected_on(target()?);
    match (&expected, elsewhere) {
        (None, _) => judge_silent(&output),
        (Some(_), Some(Elsewhere::Silent)) => match Report::read(compiler.dialect, &stderr)? {
            None => Ok(()),
            Some(report) => Err(format!(
                "to be silent by `asan: silent`, or with {NO_STRICT}, but it reports {}",
                report.kind
            )),
        },
        (Some(expected), Some(Elsewhere::Kind(kind))) => {
            let expected = Expected {
                kind: kind.clone(),
                ..expected.clone()
            };
            judge_report(compiler.dialect, &expected, &[], &output)
        }
        (Some(expected), _) => {
            // A device's report is shorter, and has one format.
            let contains = match compiler.board {
                None => case.program.contains.as_slice(),
                Some(_) => &[],
            };
            judge_report(compiler.dialect, expected, contains, &output)?;
            // With that flag LLVM may have merged the accesses themselves.
            if compiler.dialect == Dialect::Sanecc && !case.extra.iter().any(|f| f == NO_STRICT) {
                judge_lines(&stderr)?;
            }
            if compiler.board.is_some() || !case.is_shown_in_both_formats(compiler.dialect) {
                return Ok(());
            }
            let options = [&case.program.options[..], &[AS_RECORD.to_owned()]].concat();
            let _ = writeln!(transcript, "  SANECC_OPTIONS={AS_RECORD} {program}");
            let record = execute(&program, &options)?;
            append_output(transcript, &record);
            formats::compare(&output, &record)
        }
    }
}

/// A correct program ends well and has nothing to say on stderr.
pub fn judge_silent(output: &Output) -> Result<(), String> {
    let is_silent = String::from_utf8_lossy(&output.stderr)
        .lines()
        .all(is_of_emulator);
    match (output.status.code(), is_silent) {
        (Some(0), true) => Ok(()),
        (Some(0), false) => Err("stderr is not empty".into()),
        _ => Err(format!(
            "ended with {} instead of exit status 0",
            output.status
        )),
    }
}

/// Whether the line says that a search for leaks stopped no threads, as it can in no emulator.
fn is_of_emulator(line: &str) -> bool {
    matches!(target(), Ok(Some(_)))
        && line.ends_with("the system knows no ptrace, as emulators do not")
}

/// The program was stopped by one report of the right kind, at the right place, with the right details.
pub fn judge_report(
    dialect: Dialect,
    expected: &Expected,
    contains: &[String],
    output: &Output,
) -> Result<(), String> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let wanted = format!(
        "{} at {}:{}",
        expected.kind,
        expected.file.display(),
        expected.line
    );
    let Some(report) = Report::read(dialect, &stderr)? else {
        return Err(format!("no report ({}); expected {wanted}", output.status));
    };
    if report.kind != expected.kind || report.summary_kind != expected.kind {
        let Report {
            kind, summary_kind, ..
        } = report;
        return Err(format!(
            "expected {wanted}; the title says {kind}, the summary {summary_kind}"
        ));
    }
    if !report.is_at(&expected.file, expected.line) {
        return Err(match &report.place {
            Some((file, line)) => format!("expected {wanted}; reported at {file}:{line}"),
            None => format!("expected {wanted}; the report names no place"),
        });
    }
    if let Some(text) = contains.iter().find(|text| !stderr.contains(text.as_str())) {
        return Err(format!("the report does not contain `{text}`"));
    }
    match output.status.code() {
        Some(1) => Ok(()),
        _ => Err(format!(
            "ended with {} instead of exit status 1",
            output.status
        )),
    }
}

/// Whether each function of the program, from that of the error to `main`, is at a line: a check that was merged with another one is at none.
///
/// # Errors
/// Which frame is not.
pub fn judge_lines(stderr: &str) -> Result<(), String> {
    let frames = stderr.lines().skip_while(|line| !line.starts_with("    #"));
    let stack: Vec<_> = frames
        .take_while(|line| line.starts_with("    #"))
        .collect();
    let main = stack.iter().position(|frame| frame.contains(" in main "));
    let own = &stack[..main.map_or(0, |main| main + 1)];
    // A line that the compiler has noted stands in front of the module.
    let has_line = |place: &str| {
        let last = place.rsplit(' ').next().unwrap_or_default();
        last.contains(':') && last.ends_with(|end: char| end.is_ascii_digit())
    };
    let is_at_none = |frame: &&&str| match frame.split_once(" (/") {
        Some((place, module)) => {
            module.contains("/program+0x") && !place.contains(" in __san") && !has_line(place)
        }
        None => false,
    };
    match own.iter().find(is_at_none) {
        Some(frame) => Err(format!(
            "a function of the program is at no line: {}",
            frame.trim()
        )),
        None => Ok(()),
    }
}

fn append_output(transcript: &mut String, output: &Output) {
    let _ = writeln!(transcript, "{}", output.status);
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            let _ = writeln!(
                transcript,
                "--- {name}\n{}",
                String::from_utf8_lossy(bytes).trim_end()
            );
        }
    }
}
