//! `sane run`: command lines, exit statuses, records. What it finds is judged by `cargo test --test ui -- run/`.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with sources, in which `sane run` is called.
struct Sources(tempfile::TempDir);

impl Sources {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Sources(folder)
    }

    fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sane"));
        command.arg("run").args(words).current_dir(self.0.path());
        command.output().unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new(self.0.path()).join(name)
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_program_gets_its_arguments_and_gives_its_status() {
    let text = "#include <stdio.h>\nint main(int n, char **v) { for (int i = 0; i < n; i++) puts(v[i]); return N + n; }\n";
    let sources = Sources::new(&[("echo.c", text)]);
    let output = sources.run(&["-DN=40", "echo.c", "--", "-x", "two words"]);
    assert_eq!(stdout(&output), "echo\n-x\ntwo words\n");
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(43));
}

#[test]
fn several_sources_are_one_program() {
    let sources = Sources::new(&[
        (
            "main.c",
            "static int own(void) { return 1; }\nextern int shared; int get(void);\nint main(void) { return own() + shared + get(); }\n",
        ),
        (
            "part.c",
            "static int own(void) { return 10; }\nint shared = 20;\nint get(void) { return own(); }\n",
        ),
    ]);
    let both = sources.run(&["main.c", "part.c"]);
    assert_eq!(
        (both.status.code(), stderr(&both)),
        (Some(31), String::new())
    );
    let one = sources.run(&["main.c"]);
    assert_eq!(one.status.code(), Some(1));
    assert!(
        stderr(&one).contains("shared") || stderr(&one).contains("get"),
        "{}",
        stderr(&one)
    );
    let twice = sources.run(&["main.c", "main.c", "part.c"]);
    assert!(stderr(&twice).contains("main"), "{}", stderr(&twice));
    assert_eq!(twice.status.code(), Some(1));
}

#[test]
fn a_branch_on_what_was_never_stored_is_reported() {
    let text = "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(8), copy;\n  p[0] = 1;\n  copy = p[1];\n  if (copy)\n    return 2;\n  free(p);\n  return 0;\n}\n";
    let sources = Sources::new(&[("branch.c", text)]);
    let output = sources.run(&["branch.c"]);
    let said = stderr(&output);
    let summary = "SUMMARY: sanecc: use-of-uninitialized-value branch.c:6:7 in main\n";
    assert!(said.contains(summary), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_access_that_lands_in_a_neighbour_is_an_overflow() {
    let text = "#include <stdlib.h>\nint main(void) {\n  char *a = malloc(16), *b = malloc(16);\n  long apart = b - a;\n  a[apart] = 1;\n  return 0;\n}\n";
    let sources = Sources::new(&[("far.c", text)]);
    for seed in ["0", "7"] {
        let said = stderr(&sources.run(&["--seed", seed, "far.c"]));
        assert!(
            said.contains("SUMMARY: sanecc: heap-buffer-overflow far.c:5:"),
            "{said}"
        );
    }
}

#[test]
fn a_report_is_a_record_for_other_commands() {
    let text = "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(3);\n  free(p);\n  return *p;\n}\n";
    let sources = Sources::new(&[("stale.c", text)]);
    let output = sources.run(&["--json", "stale.c"]);
    let record: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(record["kind"], "heap-use-after-free");
    assert_eq!(record["place"]["line"], 5);
    assert_eq!(record["stacks"].as_array().unwrap().len(), 3);
    let file = sources.path("records");
    std::fs::write(&file, &output.stderr).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sane"));
    let log = command.arg("sarif").arg(&file).output().unwrap();
    assert!(log.status.success(), "{}", stderr(&log));
    assert!(stdout(&log).contains("heap-use-after-free"));
}

#[test]
fn an_interrupt_says_where_the_program_was() {
    let text = "#include <stdio.h>\nstatic void turn(void) {\n  for (volatile unsigned n = 0;; n++)\n    ;\n}\nint main(void) {\n  puts(\"ready\");\n  fflush(stdout);\n  turn();\n}\n";
    let sources = Sources::new(&[("turn.c", text)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sane"));
    command
        .args(["run", "turn.c"])
        .current_dir(sources.0.path());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut ready = [0; 6];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut ready)
        .unwrap();
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = stderr(&output);
    let start = "sane run: error: interrupted in turn at turn.c:";
    assert!(
        said.starts_with(start) && said.lines().count() == 1,
        "{said}"
    );
}

#[test]
fn what_cannot_run_is_said() {
    let text = "int nobody_has_this(void);\nint main(void) {\n  return nobody_has_this();\n}\n";
    let sources = Sources::new(&[
        ("unknown.c", text),
        ("broken.c", "int main(void) { return }\n"),
    ]);
    let unknown = sources.run(&["unknown.c"]);
    assert!(
        stderr(&unknown).contains("unknown.c:3:10"),
        "{}",
        stderr(&unknown)
    );
    assert!(stderr(&unknown).contains("nobody_has_this"));
    assert_eq!(unknown.status.code(), Some(1));
    let missing = sources.run(&["missing.c"]);
    assert!(
        stderr(&missing).contains("missing.c"),
        "{}",
        stderr(&missing)
    );
    assert_ne!(missing.status.code(), Some(0));
    let broken = sources.run(&["broken.c"]);
    assert!(
        stderr(&broken).contains("broken.c:1:"),
        "{}",
        stderr(&broken)
    );
    let none = sources.run(&["-O2"]);
    assert!(stderr(&none).contains("no C source"), "{}", stderr(&none));
}

#[test]
fn leaks_are_reported_on_request() {
    let text = "#include <stdlib.h>
static void *kept;
int main(int count, char **arguments) {
  kept = malloc(8);
  *(void **)kept = malloc(24);
  for (int i = 0; i < 3; i++) {
    char *lost = malloc(10);
    lost[0] = 0;
  }
  return count - 1;
}
";
    let sources = Sources::new(&[("leak.c", text)]);
    assert_eq!(sources.run(&["leak.c"]).status.code(), Some(0));
    let output = sources.run(&["--leaks", "leak.c"]);
    assert_eq!(output.status.code(), Some(1));
    let report = stderr(&output);
    assert!(
        report.contains("Leak of 30 byte(s) in 3 object(s) allocated from:\n"),
        "{report}"
    );
    assert!(report.contains("  > #0 in main leak.c:7:18\n"), "{report}");
    assert!(
        report.ends_with("SUMMARY: sanecc: 30 byte(s) leaked in 3 allocation(s).\n"),
        "{report}"
    );
    let record = sources.run(&["--leaks", "--json", "leak.c"]);
    let record: serde_json::Value = serde_json::from_str(&stderr(&record)).unwrap();
    assert_eq!(record["kind"], "memory-leak");
    assert_eq!(record["bytes"], 30);
    assert_eq!(record["stacks"][0]["frames"][0]["line"], 7);
}

#[test]
fn commands_that_make_no_program_for_this_machine_are_named() {
    let sources = Sources::new(&[("main.c", "int main(void) { return 0; }\n")]);
    for flag in ["--target=aarch64-linux-gnu", "-m32", "-E"] {
        let output = sources.run(&[flag, "main.c"]);
        assert_eq!(output.status.code(), Some(1), "{flag}");
        let message = stderr(&output);
        assert!(message.contains("no program for x86-64 Linux"), "{message}");
    }
}
