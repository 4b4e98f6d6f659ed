//! Compiles both revisions of the programs of `tests/soundness` with and without a condition, and judges the results.

use super::ui_program::{Program, Revision};
use super::ui_report::{Dialect, Report};
use crate::compiler::RUN_TIME_OPTIONS;
use crate::files;
use crate::paths::Paths;
use crate::task::Task;
use anyhow::{Context, Result, anyhow};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// Where the programs of each rule are.
const FOLDER: &str = "tests/soundness";
/// Names the condition that the compiler drops, and the file for those that it reaches.
const CHOSEN: &str = "SANECC_MUTANT";
const REACHED: &str = "SANECC_MUTANTS_REACHED";
/// Checks come after what LLVM deletes.
const NO_STRICT: &str = "-fno-sanecc-strict";
/// A program without its checks may run on for ever.
const LIMIT: Duration = Duration::from_secs(20);
/// Options of the user's own environment must not decide; leaks are not what these programs are about.
const OPTIONS: &str = "detect_leaks=0:symbolize=0";

/// One way to compile one program.
pub struct Case {
    pub program: Program,
    level: String,
    define: Option<String>,
    /// Checks after optimisation, which make other accesses.
    no_strict: bool,
    normal: OnceLock<Result<Normal, String>>,
}

/// What the compiler makes of it with all conditions.
struct Normal {
    objects: Vec<Vec<u8>>,
    reached: BTreeSet<String>,
}

/// What becomes of a program where a condition is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its compilation does not reach the condition.
    NotReached,
    /// The same code.
    SameCode,
    /// Other code, with the same report, or none where there is none.
    SameReport,
    /// The error is missed, or reported as something else, or a correct program is reported.
    Killed,
}

/// All of them, with their errors first: at `-O2`, where that is among their levels, first; each also with checks after optimisation.
///
/// # Errors
/// A program cannot be read.
pub fn all(root: &Path) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    let mut sources = Vec::new();
    for rule in rules(root)? {
        let folder = Path::new(FOLDER).join(rule);
        let files = files::below(&root.join(&folder))?;
        sources.extend(files.into_iter().map(|file| folder.join(file)));
    }
    sources.sort();
    for revision in [Revision::Bad, Revision::Fixed] {
        for path in &sources {
            let read = || Program::read(root, path, revision);
            let program = read().map_err(|why| anyhow!("{}: {why}", path.display()))?;
            let mut levels = program.levels.clone();
            // Nothing is removed at -O0 but what its flags ask for.
            levels.retain(|level| level != "O0" || program.levels.len() == 1);
            levels.sort_by_key(|level| level != "O2");
            for level in levels {
                for no_strict in [false, true] {
                    for define in program.defines.clone() {
                        cases.push(Case {
                            program: read().map_err(|why| anyhow!(why))?,
                            level: level.clone(),
                            define,
                            no_strict,
                            normal: OnceLock::new(),
                        });
                    }
                }
            }
        }
    }
    Ok(cases)
}

/// The names of the rules, and of the analyses that they rest on, that have programs.
///
/// # Errors
/// The folder cannot be read.
pub fn rules(root: &Path) -> Result<Vec<String>> {
    let folder = root.join(FOLDER);
    let mut rules = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() && name != "aux" {
            rules.push(name);
        }
    }
    rules.sort();
    Ok(rules)
}

impl Case {
    /// Its name in the table.
    pub fn name(&self) -> String {
        let mut name = format!("{} -{}", self.program.path.display(), self.level);
        for definition in self.program.definitions(&self.define) {
            name.push_str(&format!(" {definition}"));
        }
        if self.no_strict {
            name.push_str(&format!(" {NO_STRICT}"));
        }
        name
    }

    fn normal(&self, workspace: &Workspace) -> Result<&Normal> {
        let normal = self.normal.get_or_init(|| {
            self.compile_all(workspace)
                .map_err(|why| format!("{why:#}"))
        });
        normal.as_ref().map_err(|why| anyhow!(why.clone()))
    }

    fn compile_all(&self, workspace: &Workspace) -> Result<Normal> {
        let folder = tempfile::tempdir_in(&workspace.scratch)?;
        let reached = folder.path().join("reached");
        let objects = self.compile(workspace, folder.path(), REACHED, reached.as_os_str())?;
        let reached = fs::read_to_string(reached).unwrap_or_default();
        Ok(Normal {
            objects: objects.context("the compiler with all conditions failed")?,
            reached: reached.lines().map(str::to_owned).collect(),
        })
    }

    /// The contents of the objects, in the order of the sources, compiled with one variable set; none if the compiler fails.
    fn compile(
        &self,
        workspace: &Workspace,
        folder: &Path,
        variable: &str,
        value: &OsStr,
    ) -> Result<Option<Vec<Vec<u8>>>> {
        let mut objects = Vec::new();
        let sources = std::iter::once(&self.program.path).chain(&self.program.aux);
        for (number, source) in sources.enumerate() {
            let object = folder.join(format!("{number}.o"));
            let task = self
                .task(workspace)
                .env(variable, value)
                .args(["-w", "-g", "-Itests/include", "-c"])
                .arg(source)
                .arg("-o")
                .arg(&object);
            let output = task.expression().stdin_null();
            let output = output.stdout_capture().stderr_capture().unchecked().run()?;
            if !output.status.success() {
                return Ok(None);
            }
            objects.push(fs::read(&object)?);
        }
        Ok(Some(objects))
    }

    /// The compiler with the flags that all steps get.
    fn task(&self, workspace: &Workspace) -> Task {
        let is_cplusplus = self.program.path.extension().is_some_and(|e| e == "cpp");
        Task::new(&workspace.sanecc)
            .current_dir(&workspace.root)
            .env("SANECC_RUNTIME", &workspace.runtime)
            .without(CHOSEN)
            .without(REACHED)
            .args(is_cplusplus.then_some("--driver-mode=g++"))
            .arg(format!("-{}", self.level))
            .args(self.no_strict.then_some(NO_STRICT))
            .args(self.program.definitions(&self.define))
            .args(&self.program.flags)
    }

    /// What becomes of the program where the compiler drops the condition.
    ///
    /// # Errors
    /// The programs do not link, or do not start.
    pub fn mutant(&self, workspace: &Workspace, condition: &str) -> Result<Verdict> {
        let normal = self.normal(workspace)?;
        if !normal.reached.contains(condition) {
            return Ok(Verdict::NotReached);
        }
        let folder = tempfile::tempdir_in(&workspace.scratch)?;
        let mutant = self.compile(workspace, folder.path(), CHOSEN, condition.as_ref())?;
        let Some(objects) = mutant else {
            // The compiler itself noticed, not the program.
            return Ok(Verdict::SameReport);
        };
        if objects == normal.objects {
            return Ok(Verdict::SameCode);
        }
        let program = folder.path().join("program");
        let objects = (0..objects.len()).map(|number| folder.path().join(format!("{number}.o")));
        let output = self
            .task(workspace)
            .arg("-w")
            .args(objects)
            .arg("-o")
            .arg(&program)
            .expression();
        let output = output.stdin_null().stderr_capture().unchecked().run()?;
        if !output.status.success() {
            return Err(anyhow!("{} does not link", self.name()));
        }
        let is_right = self.is_right(&program)?;
        Ok(if is_right {
            Verdict::SameReport
        } else {
            Verdict::Killed
        })
    }

    /// Whether a program reports what it is to report, and nothing else.
    fn is_right(&self, program: &Path) -> Result<bool> {
        let options = [&[OPTIONS.to_owned()], &self.program.options[..]].concat();
        let task = RUN_TIME_OPTIONS.iter();
        let task = task.fold(Task::new(program), |task, name| task.without(name));
        let run = task.env("SANECC_OPTIONS", options.join(":")).expression();
        let run = run.stdin_null().stdout_capture().stderr_capture();
        let run = run.unchecked().start()?;
        let Some(output) = run.wait_timeout(LIMIT)? else {
            run.kill()?;
            return Ok(false);
        };
        let stderr = String::from_utf8_lossy(&output.stderr);
        let report = Report::read(Dialect::Sanecc, &stderr);
        Ok(match (&self.program.expected, report) {
            (None, Ok(None)) => output.status.success(),
            (Some(expected), Ok(Some(report))) => {
                report.kind == expected.kind && report.is_at(&expected.file, expected.line)
            }
            _ => false,
        })
    }
}

/// What compiles the programs, and where.
pub struct Workspace {
    root: PathBuf,
    sanecc: PathBuf,
    runtime: PathBuf,
    scratch: PathBuf,
}

impl Workspace {
    /// Works with the compiler that can act as each mutant.
    pub fn new(places: &Paths, sanecc: PathBuf) -> Result<Self> {
        let scratch = places.scratch("mutants");
        files::emptied(&scratch)?;
        Ok(Self {
            root: places.root.clone(),
            sanecc,
            runtime: places.runtime(),
            scratch,
        })
    }
}
