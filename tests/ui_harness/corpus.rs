//! Finds the programs and makes trials of them.

use super::compiler::{Compiler, target};
use super::program::{Program, Revision};
use super::report::Dialect;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The package's folder: all paths of the harness are relative to it, and compilers run in it.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The folders of programs, and the revisions that these have.
const FOLDERS: [(&str, &[Revision]); 3] = [
    ("tests/ui", &[Revision::Bad, Revision::Fixed]),
    (SOUNDNESS, &[Revision::Bad, Revision::Fixed]),
    ("tests/pass", &[Revision::Only]),
];
/// The same for programs that the machine alone can judge.
const OF_THE_MACHINE: [(&str, &[Revision]); 5] = [
    ("tests/machine/pair", &[Revision::Bad, Revision::Fixed]),
    ("tests/machine/pass", &[Revision::Only]),
    ("tests/machine/promise", &[Revision::Bad, Revision::Fixed]),
    (
        "tests/machine/sub_object",
        &[Revision::Bad, Revision::Fixed],
    ),
    ("tests/machine/type", &[Revision::Bad, Revision::Fixed]),
];
/// Has a folder for each rule.
pub const SOUNDNESS: &str = "tests/soundness";

/// One way to compile and run one program.
#[derive(Clone, Debug)]
pub struct Case {
    /// The program.
    pub program: Arc<Program>,
    /// Level without the dash.
    pub level: String,
    /// One of the program's macro definitions, if it has some.
    pub define: Option<String>,
    /// Further flags of this way.
    pub extra: Vec<String>,
}

impl Case {
    /// The trial's name: what to write on the command line to run it alone.
    pub fn name(&self) -> String {
        let path = self
            .program
            .path
            .strip_prefix("tests")
            .unwrap_or(&self.program.path);
        let mut name = format!("{} -{}", path.display(), self.level);
        for flag in self
            .program
            .definitions(&self.define)
            .iter()
            .chain(&self.extra)
        {
            name.push(' ');
            name.push_str(flag);
        }
        name
    }

    /// Whether the program runs once more, for the report's other format: once for each program and revision.
    pub fn is_shown_in_both_formats(&self, dialect: Dialect) -> bool {
        let level = match self.program.levels.iter().any(|level| level == "O1") {
            true => "O1",
            false => &self.program.levels[0],
        };
        dialect == Dialect::Sanecc
            && self.level == level
            && self.extra.is_empty()
            && self.program.path.starts_with("tests/ui")
    }

    /// Whether it is an error in what LLVM deletes, and checks come too late for it.
    pub fn is_deleted(&self) -> bool {
        let no_strict = self.extra.iter().any(|flag| flag == NO_STRICT);
        is_about_strictness(&self.program.path) && self.program.expected.is_some() && no_strict
    }
}

/// How a case is run; an error says what was wrong.
pub type Runner = fn(&Case, &Compiler) -> Result<(), Failed>;

/// Trials for the whole corpus: one for each case, one for the folders, and a failing one for each
/// revision of a file that cannot be understood.
pub fn trials(compiler: Compiler, run: Runner) -> Vec<Trial> {
    let compiler = Arc::new(compiler);
    let mut trials = vec![Trial::test("every program is in its folder", folders)];
    for (folder, revisions) in FOLDERS {
        for path in programs_under(Path::new(folder)) {
            for &revision in revisions {
                trials.extend(of_revision(&path, revision, &compiler, run));
            }
        }
    }
    trials
}

/// The trials that the environment names, or one in as many as it says; all, if it says nothing.
///
/// # Errors
/// It says something else.
pub fn sample(trials: Vec<Trial>) -> Result<Vec<Trial>, String> {
    if let Ok(names) = std::env::var("SANECC_TEST_TRIALS") {
        let is_named = |trial: &Trial| names.lines().any(|name| name == trial.name());
        return Ok(trials.into_iter().filter(is_named).collect());
    }
    const STEP: &str = "SANECC_TEST_SAMPLE";
    let Ok(text) = std::env::var(STEP) else {
        return Ok(trials);
    };
    let step: NonZeroUsize = text
        .parse()
        .map_err(|_| format!("{STEP}={text}: it takes a number from 1"))?;
    Ok(trials.into_iter().step_by(step.get()).collect())
}

/// All programs with the revisions that they have.
pub fn all_programs() -> Vec<(PathBuf, &'static [Revision])> {
    programs_of(&FOLDERS)
}

/// The same of the programs that the machine alone can judge.
pub fn programs_of_the_machine() -> Vec<(PathBuf, &'static [Revision])> {
    programs_of(&OF_THE_MACHINE)
}

fn programs_of(folders: &[(&str, &'static [Revision])]) -> Vec<(PathBuf, &'static [Revision])> {
    let mut all = Vec::new();
    for (folder, revisions) in folders {
        let programs = programs_under(Path::new(folder)).into_iter();
        all.extend(programs.map(|path| (path, *revisions)));
    }
    all
}

fn of_revision(
    path: &Path,
    revision: Revision,
    compiler: &Arc<Compiler>,
    run: Runner,
) -> Vec<Trial> {
    let program = match Program::read(Path::new(ROOT), path, revision) {
        Ok(program) => program,
        Err(reason) => {
            let name = path.display().to_string();
            return vec![Trial::test(name, || Err(reason.into()))];
        }
    };
    // What is wrong with the target itself is told before there are trials.
    if !program.runs_on(target().ok().flatten()) {
        return Vec::new();
    }
    let cases = cases(program, compiler).into_iter();
    let trials = cases.map(|case| {
        let compiler = Arc::clone(compiler);
        Trial::test(case.name(), move || run(&case, &compiler))
    });
    trials.collect()
}

fn cases(program: Program, compiler: &Compiler) -> Vec<Case> {
    let program = Arc::new(program);
    let mut cases = Vec::new();
    // C has integers of 128 bits where a word has 64.
    let is_narrow = target().is_ok_and(|target| target.is_some_and(|one| one.pointer_bits == 32));
    let is_type = |define: &&Option<String>| {
        !is_narrow
            || !define
                .as_ref()
                .is_some_and(|define| define.contains("__int128"))
    };
    for level in &program.levels {
        for define in program.defines.iter().filter(is_type) {
            for extra in extras(&program, level, compiler) {
                cases.push(Case {
                    program: Arc::clone(&program),
                    level: level.clone(),
                    define: define.clone(),
                    extra,
                });
            }
        }
    }
    cases
}

/// Further flags of each way to compile a program.
fn extras(program: &Program, level: &str, compiler: &Compiler) -> Vec<Vec<String>> {
    let mut extras = vec![vec![]];
    if !compiler.removes_checks() {
        return extras;
    }
    let no_strict = vec![NO_STRICT.to_owned()];
    let has_error = program.expected.is_some();
    if is_about_strictness(&program.path) {
        match level {
            // The default there is the order that makes no difference to debuggers.
            "O0" => extras.push(vec!["-fsanecc-strict".to_owned()]),
            // At one level, to see that the order of checks and optimisation matters.
            "O2" if has_error => extras.push(no_strict),
            _ => {}
        }
        return extras;
    }
    let about_removal = program.path.starts_with(SOUNDNESS);
    let is_removal_error = about_removal && has_error && level == "O2";
    if is_also_optimised_first(&program.path, level) || is_removal_error {
        extras.push(no_strict);
    }
    // The report is the annotated one. This shows that the annotation does not depend on removals, either.
    if about_removal && has_error && is_in_sample(8, &program.path) {
        extras.push(vec!["-fsanecc-elide=none".to_owned()]);
    }
    if level == "O2" && !keeps_all_checks(program) && compiler.board.is_none() {
        extras.extend(audit(program, about_removal));
    }
    let is_audited = extras.iter().any(|extra| extra == &[AUDIT]);
    if is_audited && about_removal && !has_error && !is_in_sample(4, &program.path) {
        // The audit has all the checks, and asserts the claims besides.
        extras.retain(|extra| !extra.is_empty());
    }
    extras
}

/// How the audit of a program is asked for, at `-O2`. A correct program about removals is always audited. One with an error ends at the
/// check that finds it, which says most of what its audit says.
fn audit(program: &Program, about_removal: bool) -> Option<Vec<String>> {
    let is_audited = match (about_removal, program.expected.is_some()) {
        (true, false) => true,
        (true, true) => is_in_sample(4, &program.path),
        (false, _) => is_in_sample(10, &program.path),
    };
    is_audited.then(|| vec![AUDIT.to_owned()])
}

/// The claims of removed checks are asserted.
const AUDIT: &str = "-fsanecc-audit";

/// Checks come after what LLVM deletes.
pub const NO_STRICT: &str = "-fno-sanecc-strict";

/// Whether a program is about errors in what LLVM deletes.
pub fn is_about_strictness(path: &Path) -> bool {
    path.iter().any(|folder| folder == "strict")
}

/// Whether a program that is not about them also runs with checks after optimisation: at `-O2` one in ten, or all at all levels if all
/// is asked for.
fn is_also_optimised_first(path: &Path, level: &str) -> bool {
    is_all() && level != "O0" || level == "O2" && number(path) % 10 == 5
}

/// Whether a program belongs to a sample of one in so many, or all are wanted.
pub fn is_in_sample(one_in: u32, path: &Path) -> bool {
    is_all() || number(path).is_multiple_of(one_in)
}

/// Whether every program shall run in every way.
fn is_all() -> bool {
    std::env::var_os("SANECC_TEST_ALL").is_some()
}

/// Whether the flags of a program leave an audit nothing to do, which the driver warns of.
fn keeps_all_checks(program: &Program) -> bool {
    let mut flags = program.flags.iter();
    flags.any(|flag| flag.starts_with("-fsanitize-address-field-padding="))
}

/// A number by name, so that a new program changes nothing for the others.
fn number(path: &Path) -> u32 {
    let name = path.as_os_str().as_encoded_bytes();
    name.iter().map(|byte| u32::from(*byte)).sum()
}

/// All `.c` and `.cpp` files below `folder`, relative to the package, sorted, without those in `aux` folders.
fn programs_under(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let Ok(entries) = std::fs::read_dir(Path::new(ROOT).join(folder)) else {
        return found;
    };
    for entry in entries.flatten() {
        let path = folder.join(entry.file_name());
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && entry.file_name() != "aux" {
            found.extend(programs_under(&path));
        } else if !is_folder && is_source(&path) {
            found.insert(path);
        }
    }
    found
}

fn is_source(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "c" || extension == "cpp")
}

/// Fails unless there are programs, and those about a removal stand in the folder of its rule.
fn folders() -> Result<(), Failed> {
    let is_empty = |(folder, _): &(&str, _)| programs_under(Path::new(folder)).is_empty();
    if let Some((folder, _)) = FOLDERS.iter().find(|entry| is_empty(entry)) {
        return Err(format!("no programs were found in {folder}").into());
    }
    let mut programs = programs_under(Path::new(SOUNDNESS)).into_iter();
    match programs.find(|path| path.parent() == Some(Path::new(SOUNDNESS))) {
        Some(path) => Err(format!("{} is in no rule's folder", path.display()).into()),
        None => Ok(()),
    }
}
