//! One program: natively, in the machine, and there with claims asserted; or in the pointer mode.

use crate::compiler::CLANG;
use crate::files;
use crate::machine::{End, Machine, Run};
use crate::task::Task;
use anyhow::{Context, Result};
use regex_lite::Regex;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// What gcc 12 takes and clang 19 refuses unless it is told not to.
const FLAGS: [&str; 8] = [
    "-std=gnu17",
    "-w",
    "-Wno-implicit-int",
    "-Wno-implicit-function-declaration",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-mismatch",
    "-fno-strict-aliasing",
];
/// Seconds of a native run.
const SECONDS: &str = "20";
/// The runs that assert claims. They execute calls that an optimiser replaces, so no program shall expect that.
const AUDITS: [&[&str]; 2] = [&["-O0", "-fsanecc-elide=full"], &["-O2", "-U__OPTIMIZE__"]];

/// The programs that are to be executed, in order.
pub fn programs(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for folder in [folder.join("execute"), folder.join("execute/ieee")] {
        let entries = files::entries(&folder).with_context(|| folder.display().to_string())?;
        all.extend(
            entries
                .into_iter()
                .filter(|path| files::is_of(path, &["c"])),
        );
    }
    all.sort();
    Ok(all)
}

/// What a program is called: its file, below `execute`.
pub fn name(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    match path.parent().is_some_and(|folder| folder.ends_with("ieee")) {
        true => format!("ieee/{file}"),
        false => file.into_owned(),
    }
}

/// A program with its flags.
pub struct Case {
    path: PathBuf,
    pub name: String,
    flags: Vec<String>,
    binary: PathBuf,
}

/// What became of it.
pub enum Verdict {
    /// The machine does as the processor.
    Same,
    /// Clang does not compile it.
    Refused,
    /// It does not end with status 0 when clang has compiled it.
    Fails,
    /// The machine does something else.
    Differs(String),
}

impl Case {
    pub fn of(path: PathBuf, work: &Path) -> Self {
        let name = name(&path);
        let text = std::fs::read(&path).unwrap_or_default();
        let flags = FLAGS.into_iter().map(str::to_owned);
        let own = own_flags(&String::from_utf8_lossy(&text));
        Self {
            flags: flags.chain(own).collect(),
            binary: work.join(name.replace('/', "-")).with_extension("native"),
            path,
            name,
        }
    }

    /// Runs and compares.
    ///
    /// # Errors
    /// A process does not start.
    pub fn judge(&self, machine: &Machine, audits: bool) -> Result<Verdict> {
        let Some(native) = self.built_and_run(CLANG.as_ref(), &["-O0"])? else {
            return Ok(Verdict::Refused);
        };
        if native.status.code() != Some(0) {
            return Ok(Verdict::Fails);
        }
        let run = machine.run(self.task(machine, &[]))?;
        if let Some(difference) = difference(&native.stdout, &run) {
            return Ok(Verdict::Differs(difference));
        }
        for flags in AUDITS.iter().filter(|_| audits) {
            let audited = machine.run(self.task(machine, flags))?;
            if let Some(difference) = difference(&native.stdout, &audited) {
                let flags = flags.join(" ");
                return Ok(Verdict::Differs(format!(
                    "with --audit {flags}: {difference}"
                )));
            }
        }
        Ok(Verdict::Same)
    }

    /// The same of the program in the pointer mode, at each of two levels.
    ///
    /// # Errors
    /// A process does not start.
    pub fn judge_pointer_mode(&self, sanecc: &Path) -> Result<Verdict> {
        for level in ["-O0", "-O2"] {
            let clang = self.built_and_run(CLANG.as_ref(), &[level])?;
            let Some(native) = clang else {
                return Ok(Verdict::Refused);
            };
            if native.status.code() != Some(0) {
                return Ok(Verdict::Fails);
            }
            let ours = self.built_and_run(sanecc, &[level, "-fsanecc-mode=pointer"])?;
            let difference = match &ours {
                None => "it does not compile".to_owned(),
                Some(ours) if ours.status.code() == Some(0) && ours.stdout == native.stdout => {
                    continue;
                }
                Some(ours) => {
                    let text = String::from_utf8_lossy(&ours.stderr);
                    let lines: Vec<&str> = text.lines().take(2).collect();
                    format!("it ends with {}: {}", ours.status, lines.join(" | "))
                }
            };
            return Ok(Verdict::Differs(format!("at {level}: {difference}")));
        }
        Ok(Verdict::Same)
    }

    /// What the program does when a compiler has built it. None if it does not compile.
    fn built_and_run(
        &self,
        compiler: &Path,
        flags: &[&str],
    ) -> Result<Option<std::process::Output>> {
        let build = Task::new(compiler)
            .args(&self.flags)
            .args(flags)
            .arg(&self.path)
            .arg("-lm")
            .arg("-o")
            .arg(&self.binary);
        if !output(&build)?.status.success() {
            return Ok(None);
        }
        let ran = output(&Task::new(&self.binary).through("timeout", &[SECONDS]))?;
        let _ = std::fs::remove_file(&self.binary);
        Ok(Some(ran))
    }

    fn task(&self, machine: &Machine, audit: &[&str]) -> Task {
        let option = (!audit.is_empty()).then_some("--audit");
        let words = option.into_iter().map(str::to_owned);
        let words = words.chain(self.flags.iter().cloned());
        let words = words.chain(audit.iter().map(|flag| (*flag).to_owned()));
        machine.task(words.chain([self.path.display().to_string()]), &[])
    }
}

fn output(task: &Task) -> Result<std::process::Output> {
    let expression = task.expression().stdin_null().stdout_capture();
    let output = expression.stderr_capture().unchecked().run();
    output.with_context(|| format!("cannot run `{}`", task.line()))
}

/// What the machine does that the processor does not.
fn difference(printed: &[u8], run: &Run) -> Option<String> {
    match &run.end {
        End::Exited(0) if run.output == printed => None,
        End::Exited(0) => Some("it prints something else".to_owned()),
        End::Exited(status) => Some(format!("it ends with {status}")),
        End::Reported(text) => {
            let lines: Vec<&str> = text.lines().take(2).collect();
            Some(lines.join(" | "))
        }
        End::Lacks(what) => Some(format!("cannot run: {what}")),
        End::Endless => Some("it does not end".to_owned()),
    }
}

/// The flags that a program asks for on every target, as far as they are clang's.
fn own_flags(text: &str) -> Vec<String> {
    static OPTIONS: LazyLock<Regex> = LazyLock::new(|| {
        let text = r#"dg-(?:additional-)?options\s+"([^"]*)"\s*\}"#;
        Regex::new(text).expect("a valid expression")
    });
    let all = OPTIONS.captures_iter(text);
    let words = all.flat_map(|found| {
        let words = found[1].split_whitespace().map(str::to_owned);
        words.collect::<Vec<_>>()
    });
    let is_known = |word: &String| {
        [
            "-D",
            "-std=",
            "-fwrapv",
            "-fsigned-char",
            "-funsigned-char",
            "-fgnu89-inline",
            "-fno-builtin",
        ]
        .iter()
        .any(|known| word.starts_with(known))
    };
    words.filter(is_known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_says_which_flags_it_needs() {
        let text = "/* { dg-options \"-O2 -fwrapv\" } */\n/* { dg-additional-options \"-mavx\" { target x86 } } */";
        assert_eq!(own_flags(text), ["-fwrapv"]);
        assert_eq!(name(Path::new("a/execute/ieee/x.c")), "ieee/x.c");
        assert_eq!(name(Path::new("a/execute/x.c")), "x.c");
    }
}
