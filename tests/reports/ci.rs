//! The workflows of `docs/ci`, run as far as they run here, on a small project; and what `sane` makes of records.

use crate::program::runtime;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use yaml_rust2::{Yaml, YamlLoader};

const SANE: &str = env!("CARGO_BIN_EXE_sane");

/// In the place of apt-get, which needs root: what it is to install must be there. `cargo xtask package --check` tries the package itself.
const APT_GET: &str = r#"#!/bin/sh
set -eu
case "$1 ${2-}" in
    'update ') exit 0 ;;
    'install --yes') ;;
    *) exit 2 ;;
esac
shift 2
test "$1" = ./sanecc_0.1.0_amd64.deb
test -f "$1"
"#;

const MAKEFILE: &str = "CFLAGS = -g\nt: src/t.c\n\t$(CC) $(CFLAGS) src/t.c -o t\ncheck: t\n\t./t\n";

const RIGHT: &str = "#include <stdlib.h>\nint main(void) { free(malloc(10)); return 0; }\n";

const WRONG: &str = "#include <stdlib.h>\nstatic void put(char *p, int i) { p[i] = 1; }\n\
                     int main(int argc, char **argv) {\n  char *p = malloc(10);\n  put(p, 9 + argc);\n  return 0;\n}\n";

struct Project(tempfile::TempDir);

impl Project {
    fn new(source: &str) -> Project {
        let project = Project(tempfile::tempdir().unwrap());
        project.write("src/t.c", source);
        project.write("Makefile", MAKEFILE);
        std::fs::create_dir(project.path().join(".git")).unwrap();
        project.write("sanecc_0.1.0_amd64.deb", "");
        project.write("bin/apt-get", APT_GET);
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(project.path().join("bin/apt-get"), executable).unwrap();
        project
    }

    fn path(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Runs a shell step as the sites do, with sanecc on PATH.
    fn step(&self, script: &str, environment: &[(String, String)]) -> Output {
        let folder = Path::new(SANE).parent().unwrap().display();
        let path = std::env::var("PATH").unwrap();
        Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", script])
            .current_dir(self.path())
            .env(
                "PATH",
                format!("{}/bin:{folder}:{path}", self.path().display()),
            )
            .env("SANECC_RUNTIME", runtime())
            .env("CI_PROJECT_DIR", self.path())
            .envs(environment.iter().cloned())
            .output()
            .unwrap()
    }
}

fn workflow(name: &str) -> Yaml {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs/ci")
        .join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ci.md");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains(&format!("```yaml\n{text}```")),
        "docs/ci.md shows another {name}"
    );
    YamlLoader::load_from_str(&text).unwrap().remove(0)
}

/// The results of the named steps of the GitHub workflow: those before the report, and the report, which always runs.
fn github(project: &Project) -> (bool, Output) {
    let workflow = workflow("github-actions.yml");
    let job = &workflow["jobs"]["sanecc"];
    assert!(job["runs-on"].as_str().is_some());
    let mut passed = true;
    let mut report = None;
    for step in job["steps"].as_vec().unwrap() {
        let Some(script) = step["run"].as_str() else {
            let action = step["uses"].as_str().unwrap();
            assert!(action.contains('@'), "{action}");
            continue;
        };
        let always = step["if"].as_str() == Some("always()");
        if !passed && !always {
            continue;
        }
        let place = project.path().display().to_string();
        let environment = step["env"]
            .as_hash()
            .into_iter()
            .flatten()
            .map(|(name, value)| {
                let value = value
                    .as_str()
                    .unwrap()
                    .replace("${{ github.workspace }}", &place);
                assert!(!value.contains("${{"), "{value}");
                (name.as_str().unwrap().to_owned(), value)
            });
        let output = project.step(script, &environment.collect::<Vec<_>>());
        if always {
            report = Some(output);
        } else {
            passed &= output.status.success();
        }
    }
    (passed, report.unwrap())
}

#[test]
fn github_shows_each_error_beside_its_line() {
    let project = Project::new(WRONG);
    let (passed, report) = github(&project);
    assert!(!passed && !report.status.success());
    let said = String::from_utf8_lossy(&report.stdout);
    let lines: Vec<_> = said.lines().collect();
    let [overflow] = lines[..] else {
        panic!("{said}")
    };
    assert!(
        overflow.starts_with("::error file=src/t.c,line=2,col="),
        "{said}"
    );
    let words = "title=sanecc%3A heap-buffer-overflow::heap-buffer-overflow: write of 1 byte in put, 0 bytes after a heap object of 10 bytes%0A";
    assert!(overflow.contains(words), "{said}");
    let log: Value = serde_json::from_str(&project.read("sanecc.sarif")).unwrap();
    let run = &log["runs"][0];
    let base = format!("file://{}/", project.path().display());
    assert_eq!(run["originalUriBaseIds"]["SRCROOT"]["uri"], base);
    let place = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/t.c");
    assert_eq!(place["artifactLocation"]["uriBaseId"], "SRCROOT");
    assert_eq!(place["region"]["startLine"], 2);
    let allocated = &run["results"][0]["relatedLocations"][0]["physicalLocation"];
    assert_eq!(allocated["region"]["startLine"], 4);
}

#[test]
fn github_passes_what_has_no_error() {
    let project = Project::new(RIGHT);
    let (passed, report) = github(&project);
    assert!(passed && report.status.success(), "{report:?}");
    assert!(report.stdout.is_empty(), "{report:?}");
    let log: Value = serde_json::from_str(&project.read("sanecc.sarif")).unwrap();
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}

/// Whether the script of the GitLab job succeeds; what follows it runs anyway.
fn gitlab(project: &Project) -> bool {
    let job = &workflow("gitlab-ci.yml")["memory-safety"];
    let script = |name: &str| {
        let lines = job[name].as_vec().unwrap().iter();
        lines
            .map(|line| line.as_str().unwrap())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let main = format!("{}\n{}", script("before_script"), script("script"));
    let passed = project.step(&main, &[]).status.success();
    let after = project.step(&script("after_script"), &[]);
    assert!(after.status.success(), "{after:?}");
    assert_eq!(job["artifacts"]["when"].as_str(), Some("always"));
    assert_eq!(
        job["artifacts"]["reports"]["junit"].as_str(),
        Some("sanecc.xml")
    );
    passed
}

#[test]
fn gitlab_gets_a_failed_case_for_each_report() {
    let project = Project::new(WRONG);
    assert!(!gitlab(&project));
    let cases = project.read("sanecc.xml");
    for part in [
        "tests=\"1\" skipped=\"0\" failures=\"1\"",
        "<testsuite name=\"t\"",
        "name=\"heap-buffer-overflow at src/t.c:2\"",
        "main src/t.c:5",
    ] {
        assert!(cases.contains(part), "{part}: {cases}");
    }
    let project = Project::new(RIGHT);
    assert!(gitlab(&project));
    assert!(project.read("sanecc.xml").contains("failures=\"0\""));
}

#[test]
fn commands_that_read_records_say_who_they_are() {
    for command in ["sarif", "annotations", "junit"] {
        let project = Project::new(RIGHT);
        project.write("log", "no report\n");
        let run = |words: &[&str]| {
            let mut sane = Command::new(SANE);
            let output = sane
                .arg(command)
                .args(words)
                .current_dir(project.path())
                .output();
            output.unwrap()
        };
        let empty = run(&["log"]);
        let said = String::from_utf8_lossy(&empty.stderr);
        assert_eq!(empty.status.code(), Some(1), "{said}");
        assert!(empty.stdout.is_empty());
        let expected = format!("sane {command}: error: no record of a report in log\n");
        assert!(said.starts_with(&expected), "{said}");
        assert!(said.contains("report_format=json"), "{said}");
        assert!(run(&["--allow-empty", "log"]).status.success());
        assert!(!run(&["--allow-empty", "nothing"]).status.success());
        let help = run(&["--help"]);
        let said = String::from_utf8_lossy(&help.stdout);
        assert!(help.status.success() && said.contains("--root"), "{said}");
    }
}
