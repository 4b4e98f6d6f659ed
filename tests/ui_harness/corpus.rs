//! Finds the programs, pairs each with its twin, and makes trials of them.

use super::compiler::Compiler;
use super::program::{Family, Program};
use super::report::Dialect;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The package's folder: all paths of the harness are relative to it, and compilers run in it.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Folders of programs with an error, and where below `tests/pass` their twins are.
const ERROR_FOLDERS: [(&str, &str); 2] = [("tests/ui", ""), ("tests/soundness", "soundness")];
const PASS_FOLDER: &str = "tests/pass";

/// One way to compile and run one program.
#[derive(Clone, Debug)]
pub struct Case {
    /// The program.
    pub program: Arc<Program>,
    /// Level without the dash.
    pub level: String,
    /// Macro definition, if the program has revisions.
    pub revision: Option<String>,
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
            .revision
            .iter()
            .map(|r| format!("-D{r}"))
            .chain(self.extra.iter().cloned())
        {
            name.push(' ');
            name.push_str(&flag);
        }
        name
    }

    /// Whether the program runs once more, for the report's other format: once for each program and revision.
    pub fn is_shown_in_both_formats(&self, dialect: Dialect) -> bool {
        let level = match self.program.levels.iter().any(|level| level == "O1") {
            true => "O1",
            false => &self.program.levels[0],
        };
        let is_plain = self.extra.is_empty() || is_about_strictness(&self.program.path);
        dialect == Dialect::Sanecc
            && self.level == level
            && is_plain
            && self.program.path.starts_with("tests/ui")
    }

    /// Whether it is an error in what LLVM deletes, and checks come too late for it.
    pub fn is_lax(&self) -> bool {
        let strict = self.extra.iter().any(|flag| flag == STRICT);
        is_about_strictness(&self.program.path) && self.program.expected.is_some() && !strict
    }
}

/// How a case is run; an error says what was wrong.
pub type Runner = fn(&Case, &Compiler) -> Result<(), Failed>;

/// Trials for the whole corpus: one for each case, one for the pairing, and a failing one for each
/// file that cannot be understood.
pub fn trials(compiler: Compiler, run: Runner) -> Vec<Trial> {
    let compiler = Arc::new(compiler);
    let mut trials = vec![Trial::test("every program has its twin", pairing)];
    let families = ERROR_FOLDERS
        .map(|(folder, _)| (folder, Family::Error))
        .into_iter()
        .chain([(PASS_FOLDER, Family::Pass)]);
    for (folder, family) in families {
        for path in programs_under(Path::new(folder)) {
            match Program::read(Path::new(ROOT), &path, family) {
                Ok(program) => trials.extend(cases(program, &compiler).into_iter().map(|case| {
                    let compiler = Arc::clone(&compiler);
                    Trial::test(case.name(), move || run(&case, &compiler))
                })),
                Err(reason) => trials.push(Trial::test(path.display().to_string(), || {
                    Err(reason.into())
                })),
            }
        }
    }
    trials
}

fn cases(program: Program, compiler: &Compiler) -> Vec<Case> {
    let program = Arc::new(program);
    let revisions = match &program.revisions[..] {
        [] => vec![None],
        some => some.iter().cloned().map(Some).collect(),
    };
    let mut cases = Vec::new();
    for level in &program.levels {
        for revision in &revisions {
            for extra in extras(&program, level, compiler) {
                cases.push(Case {
                    program: Arc::clone(&program),
                    level: level.clone(),
                    revision: revision.clone(),
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
    let strict = vec![STRICT.to_owned()];
    if is_about_strictness(&program.path) {
        // At one level also without, to see that it matters.
        let without = level == "O2" && program.expected.is_some();
        extras.truncate(usize::from(without));
        extras.push(strict);
        return extras;
    }
    // What comes only after optimisation does not come at all then.
    let at_each = program.levels.iter().any(|level| level == "O0");
    if at_each && is_also_strict(&program.path, level) {
        extras.push(strict);
    }
    let about_removal = program.path.iter().any(|folder| folder == "soundness");
    if program.path.starts_with("tests/soundness") {
        extras.push(vec!["-fsanecc-elide=none".to_owned()]);
    }
    if level == "O2" && (about_removal || is_audited(&program.path)) {
        extras.push(vec!["-fsanecc-audit".to_owned()]);
    }
    extras
}

/// Checks stand before what LLVM may delete.
pub const STRICT: &str = "-fsanecc-strict";

/// Whether a program is about errors in what LLVM deletes.
pub fn is_about_strictness(path: &Path) -> bool {
    path.iter().any(|folder| folder == "strict")
}

/// Whether a program that is not about them is run strictly, too: at `-O2` one in ten, or all at all levels if this variable is set.
fn is_also_strict(path: &Path, level: &str) -> bool {
    let all = std::env::var_os("SANECC_STRICT_ALL").is_some();
    all || level == "O2" && number(path) % 10 == 5
}

/// Whether a program that is not about removals is run under an audit, too: one in ten, or all if this variable is set.
fn is_audited(path: &Path) -> bool {
    let all = std::env::var_os("SANECC_AUDIT_ALL").is_some();
    all || number(path).is_multiple_of(10)
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

/// Fails unless the programs with errors and those without correspond one to one.
fn pairing() -> Result<(), Failed> {
    let pass = programs_under(Path::new(PASS_FOLDER));
    let mut twins = BTreeSet::new();
    for (folder, below_pass) in ERROR_FOLDERS {
        for path in programs_under(Path::new(folder)) {
            let relative = path.strip_prefix(folder).expect("found below the folder");
            twins.insert(Path::new(PASS_FOLDER).join(below_pass).join(relative));
        }
    }
    // Programs that only show what must stay silent (an address computed but not used) have no twin.
    let without_twin = Path::new(PASS_FOLDER).join("no-twin");
    let mut problems: Vec<_> = twins
        .difference(&pass)
        .map(|p| format!("missing twin {}", p.display()))
        .collect();
    let strays = pass
        .difference(&twins)
        .filter(|path| !path.starts_with(&without_twin));
    problems.extend(strays.map(|p| format!("{} is the twin of nothing", p.display())));
    // Programs about a removal stand in the folder of its rule.
    let flat = Path::new("tests/soundness");
    let misplaced = programs_under(flat).into_iter();
    let misplaced = misplaced.filter(|path| path.parent() == Some(flat));
    problems.extend(misplaced.map(|p| format!("{} is in no rule's folder", p.display())));
    if twins.is_empty() {
        problems.push("no programs were found".into());
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(problems.join("\n").into()),
    }
}
