//! gcc's tests: a source with directives of DejaGnu, built at several levels, run, and compared by exit status and output.

mod gtest;
mod options;
mod output;
mod target;
mod words;

use super::case::{Body, Outcome, Test, Wanted};
use super::side::Side;
use super::sources::{Sources, files_below};
use crate::files;
use crate::task::Task;
use anyhow::{Context, Result, anyhow};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use words::Word;

/// What gcc 12 lets pass and clang 19 does not, and no warnings: they are not what these tests are about.
const LENIENT: [&str; 6] = [
    "-w",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-mismatch",
];

/// How far a test goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Compile,
    Assemble,
    Link,
    Run,
}

/// What the directives say.
#[derive(Debug)]
struct Plan {
    action: Action,
    flags: Vec<String>,
    levels: Vec<String>,
    environment: Vec<(String, String)>,
    more_sources: Vec<String>,
    must_fail: bool,
    output: Vec<String>,
    /// The program is many tests in one.
    is_gtest: bool,
}

struct DgTest {
    source: PathBuf,
    cplusplus: bool,
    plan: Result<Plan, String>,
}

/// All of gcc's tests. Those for both languages count once for each.
pub fn tests(sources: &Sources) -> Result<Vec<Test>> {
    let root = sources.gcc();
    let mut tests = Vec::new();
    for path in files_below(&root, &["c", "C"])? {
        let languages: &[bool] = match path.extension().is_some_and(|extension| extension == "C") {
            true => &[true],
            false if path.starts_with("c-c++-common") => &[false, true],
            false => &[false],
        };
        for &cplusplus in languages {
            let source = root.join(&path);
            let text = files::bytes(&source)?;
            let as_other = cplusplus && path.extension().is_some_and(|extension| extension == "c");
            tests.push(Test {
                name: format!("gcc/{}{}", path.display(), if as_other { "++" } else { "" }),
                cplusplus,
                body: Box::new(DgTest {
                    plan: plan(&String::from_utf8_lossy(&text)),
                    source,
                    cplusplus,
                }),
            });
        }
    }
    Ok(tests)
}

/// Reads the directives; an error is why the test does not apply.
fn plan(text: &str) -> Result<Plan, String> {
    let mut plan = Plan {
        action: Action::Compile,
        flags: Vec::new(),
        levels: Vec::new(),
        environment: Vec::new(),
        more_sources: Vec::new(),
        must_fail: false,
        output: Vec::new(),
        is_gtest: false,
    };
    let (mut own, mut added, mut skips) = (Vec::new(), Vec::new(), Vec::new());
    for (name, words) in words::directives(text) {
        let first = words.first().map(Word::text).unwrap_or_default();
        let applies = match words.get(1) {
            Some(selector @ Word::List(_)) if name != "dg-skip-if" => {
                target::holds(std::slice::from_ref(selector))?
            }
            _ => true,
        };
        let split = || shlex::split(&first).ok_or_else(|| format!("`{first}`: quotes"));
        match &*name {
            "dg-do" if !applies => return Err(format!("only for {}", words[1].text())),
            "dg-do" => plan.action = action(&first)?,
            "dg-skip-if" => match &words[..] {
                [_, target, with, without] => {
                    if target::holds(std::slice::from_ref(target))? {
                        skips.push([with.clone(), without.clone()]);
                    }
                }
                [_, target] => {
                    if target::holds(std::slice::from_ref(target))? {
                        return Err(format!("not for {}", target.text()));
                    }
                }
                _ => return Err("a dg-skip-if is not understood".to_owned()),
            },
            "dg-require-effective-target" if !target::has(&first)? => {
                return Err(format!("requires {first}"));
            }
            "dg-error" => return Err("about a message of gcc's".to_owned()),
            "dg-final" if first.contains("asan-gtest") => plan.is_gtest = true,
            "dg-require-effective-target" | "dg-final" | "dg-warning" | "dg-prune-output" => {}
            _ if !applies => {}
            "dg-options" => own = split()?,
            "dg-additional-options" => added.extend(split()?),
            "dg-additional-sources" => plan.more_sources.extend(split()?),
            "dg-set-target-env-var" => {
                let value = words.get(1).map(Word::text).unwrap_or_default();
                plan.environment.push((first, value));
            }
            "dg-shouldfail" => plan.must_fail = true,
            "dg-output" => plan.output.push(first),
            other => return Err(format!("`{other}` is not understood")),
        }
    }
    own.extend(added);
    plan.levels = options::levels(&own, &skips);
    if plan.levels.is_empty() {
        return Err("skipped at every level".to_owned());
    }
    plan.flags = options::translated(&own)?;
    output::check(&plan.output)?;
    Ok(plan)
}

fn action(name: &str) -> Result<Action, String> {
    match name {
        "compile" => Ok(Action::Compile),
        "assemble" => Ok(Action::Assemble),
        "link" => Ok(Action::Link),
        "run" => Ok(Action::Run),
        other => Err(format!("nobody knows how to `{other}`")),
    }
}

impl Body for DgTest {
    fn cases(&self) -> Result<Vec<String>, String> {
        self.plan
            .as_ref()
            .map(|plan| plan.levels.clone())
            .map_err(Clone::clone)
    }

    fn perform(
        &self,
        side: &Side,
        wanted: &Wanted,
        folder: &Path,
        log: &mut String,
    ) -> Result<Vec<Outcome>> {
        let plan = self.plan.as_ref().map_err(|why| anyhow!("{why}"))?;
        let mut outcomes = Vec::new();
        let target = Target { side, folder };
        for level in plan.levels.iter().filter(|level| wanted.has(level)) {
            let _ = writeln!(log, "== {level}");
            outcomes.extend(self.one(plan, level, wanted, &target, log)?);
        }
        Ok(outcomes)
    }
}

impl DgTest {
    /// Builds and runs one level.
    fn one(
        &self,
        plan: &Plan,
        level: &str,
        wanted: &Wanted,
        target: &Target,
        log: &mut String,
    ) -> Result<Vec<Outcome>> {
        let outcome = |wrong| {
            let case = level.to_owned();
            Ok(vec![Outcome { case, wrong }])
        };
        let (built, said) = captured(&self.build(plan, level, target)?, log)?;
        if built != Some(0) {
            return outcome(Some(format!("does not build: {}", first_error(&said))));
        }
        if plan.action != Action::Run {
            return outcome(None);
        }
        let task = plan.run(target)?;
        if plan.is_gtest {
            return gtest::perform(&task, level, wanted, log);
        }
        let (status, said) = captured(&task, log)?;
        outcome(match (plan.must_fail, status == Some(0)) {
            (true, true) => Some("does not fail".to_owned()),
            (false, false) => Some(format!("fails: {}", first_error(&said))),
            _ => output::judge(&plan.output, &said).err(),
        })
    }

    fn build(&self, plan: &Plan, level: &str, target: &Target) -> Result<Task> {
        let stop_after: &[&str] = match plan.action {
            Action::Compile => &["-S"],
            Action::Assemble => &["-c"],
            Action::Link | Action::Run => &[],
        };
        let (compiler, language) = match self.cplusplus {
            true => (&target.side.cxx, "c++"),
            false => (&target.side.cc, "c"),
        };
        let beside = |name: &String| self.source.with_file_name(name);
        Ok(target
            .side
            .task(compiler, target.folder)?
            .args(["-fsanitize=address", "-g", level])
            .args(target.side.flags)
            .args(LENIENT)
            .args(&plan.flags)
            .args(stop_after)
            .args(["-x", language])
            .arg(&self.source)
            .args(plan.more_sources.iter().map(beside))
            .arg("-o")
            .arg(target.program()))
    }
}

impl Plan {
    /// A task that runs the program with the variables that the test sets, behind what the side starts with.
    fn run(&self, target: &Target) -> Result<Task> {
        let mut task = target.side.task(target.program(), target.folder)?;
        for (name, value) in &self.environment {
            let value = match &**name {
                "ASAN_OPTIONS" => target.side.options(value),
                _ => value.clone(),
            };
            task = task.env(name, value);
        }
        Ok(task)
    }
}

/// Where a test is built and run, and by whose compiler.
struct Target<'a> {
    side: &'a Side,
    folder: &'a Path,
}

impl Target<'_> {
    fn program(&self) -> PathBuf {
        self.folder.join("program")
    }
}

/// Exit status, none after a signal, and everything printed.
fn captured(task: &Task, log: &mut String) -> Result<(Option<i32>, String)> {
    let _ = writeln!(log, "$ {}", task.line());
    let output = task
        .expression()
        .stdin_null()
        .stderr_to_stdout()
        .stdout_capture()
        .unchecked()
        .run()
        .with_context(|| format!("cannot run {}", task.program.display()))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let _ = writeln!(log, "{said}{}", output.status);
    Ok((output.status.code(), said))
}

/// The first line that says what was wrong, for a table.
fn first_error(said: &str) -> String {
    let line = said
        .lines()
        .find(|line| line.to_lowercase().contains("error"))
        .or_else(|| said.lines().next());
    line.unwrap_or("nothing was said").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_what_the_directives_for_this_target_say() {
        let plan = plan(
            "/* { dg-do run } */\n/* { dg-options \"-DA='x y' -fdump-tree-asan\" } */\n\
             /* { dg-additional-options \"-DB\" { target *-*-darwin* } } */\n\
             /* { dg-additional-options \"-DC\" } */\n/* { dg-shouldfail \"asan\" } */\n\
             /* { dg-skip-if \"\" { *-*-* } { \"*\" } { \"-O2\" } } */\n\
             /* { dg-set-target-env-var ASAN_OPTIONS \"a=1\" } */\n/* { dg-output \"x\" } */\n",
        )
        .unwrap();
        assert_eq!(plan.action, Action::Run);
        assert_eq!(plan.flags, ["-DA=x y", "-DC"]);
        assert_eq!(plan.levels, ["-O2"]);
        assert_eq!(plan.output, ["x"]);
        assert!(plan.must_fail);
        let variable = ("ASAN_OPTIONS".to_owned(), "a=1".to_owned());
        assert_eq!(plan.environment, [variable]);
    }

    #[test]
    fn what_does_not_apply_says_why() {
        for text in [
            "{ dg-do run { target *-*-darwin* } }",
            "{ dg-skip-if \"x\" { *-*-linux* } }",
            "{ dg-error \"x\" }",
            "{ dg-something x }",
            "{ dg-options \"--param asan-stack=0\" }",
        ] {
            assert!(plan(text).is_err(), "{text}");
        }
    }
}
