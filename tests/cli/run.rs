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
        // A run needs no runtime.
        command.env_remove("SANECC_RUNTIME");
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

/// Where a report says that the last pointer was lost, and how: the words, and the line of the innermost call.
fn losses(report: &str) -> Vec<(String, String)> {
    let mut lines = report.lines();
    let mut all = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("the last pointer to ") {
            let mut frames = lines.by_ref().map(str::trim_start);
            let first = frames.find(|line| line.starts_with("> #0") || line.starts_with("#0"));
            let place = first.unwrap_or_default().rsplit(' ').next();
            all.push((line.to_owned(), place.unwrap_or_default().to_owned()));
        }
    }
    all
}

#[test]
fn a_leak_is_told_with_the_place_where_its_last_pointer_was_lost() {
    let text = "#include <stdlib.h>
#include <string.h>
struct node { struct node *next; char *name; };
static struct node *list;
static void forget(char *name) {
  name[0] = 0;
}
static void drop_holder(void) {
  struct node *node = malloc(sizeof *node);
  node->name = malloc(5);
  node->next = 0;
  free(node);
}
static void fill(struct node **place) {
  *place = malloc(sizeof **place);
  (*place)->name = 0;
}
int main(int count, char **arguments) {
  char *text = malloc(7);
  text = strdup(\"other\");
  free(text);
  forget(malloc(9));
  drop_holder();
  for (int round = 0; round < 20000; round++) {
    fill(&list);
    if (round != 15000)
      free(list);
  }
  malloc(11);
  {
    char *inner = malloc(13);
    inner[0] = 0;
  }
  char *last = malloc(15);
  return count - 1;
}
";
    let sources = Sources::new(&[("lost.c", text)]);
    let output = sources.run(&["--leaks", "-w", "lost.c"]);
    assert_eq!(output.status.code(), Some(1));
    let report = stderr(&output);
    let expected = [
        (
            "the last pointer to it was overwritten here:",
            "lost.c:20:8",
        ),
        (
            "the last pointer to it was in a variable of forget, which returns here:",
            "lost.c:7:1",
        ),
        (
            "the last pointer to it was in memory that is freed here:",
            "lost.c:12:3",
        ),
        (
            "the last pointer to it was overwritten here:",
            "lost.c:15:10",
        ),
        (
            "the last pointer to it was kept nowhere after this:",
            "lost.c:29:3",
        ),
        (
            "the last pointer to it was in a variable whose block ends here:",
            "lost.c:33:3",
        ),
        (
            "the last pointer to it was in a variable whose block ends here:",
            "lost.c:36:1",
        ),
    ];
    let expected = expected.map(|(how, place)| (how.to_owned(), place.to_owned()));
    assert_eq!(losses(&report), expected, "{report}");
}

#[test]
fn the_search_for_a_loss_reads_no_input_and_writes_no_file_again() {
    let text = "#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  char line[100];
  FILE *file = fopen(\"log\", \"a\");
  char *kept = 0;
  while (fgets(line, sizeof line, stdin)) {
    fputs(line, file);
    if (line[0] == 'x')
      kept = malloc(time(0) > 0 ? 3 : 4);
  }
  fclose(file);
  printf(\"%d\\n\", kept != 0);
  kept = 0;
  return 0;
}
";
    let sources = Sources::new(&[("input.c", text)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sane"));
    command.args(["run", "--leaks", "input.c"]);
    command.current_dir(sources.0.path());
    let command = command.stdin(std::process::Stdio::piped());
    let command = command.stdout(std::process::Stdio::piped());
    let mut child = command
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // A pipe: what is read once is gone.
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"a\nx\nb\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let place = losses(&stderr(&output)).pop().unwrap_or_default().1;
    assert_eq!(place, "input.c:15:8", "{}", stderr(&output));
    assert_eq!(stdout(&output), "1\n");
    let written = std::fs::read_to_string(sources.path("log")).unwrap();
    assert_eq!(written, "a\nx\nb\n");
}

/// Runs with this environment.
fn with(sources: &Sources, variables: &[(&str, &str)], words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sane"));
    command.arg("run").args(words).current_dir(sources.0.path());
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.envs(variables.iter().copied()).output().unwrap()
}

#[test]
fn suppressions_are_those_of_the_runtime() {
    let text = "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct user { char name[4]; char rest[4]; };
static int known(int *p) { if (p[1]) return 5; return p[8]; }
static size_t length(void) {
  struct user user = {\"abcd\", \"xy\"};
  return strlen(user.name);
}
static void lose(void) { strdup(\"lost\"); }
int main(void) {
  int *p = malloc(8);
  int bad = known(p);
  free(p);
  free(p);
  lose();
  printf(\"%d %zu\\n\", bad, length());
  return 0;
}
";
    let sources = Sources::new(&[
        ("many.c", text),
        (
            "list",
            "fun:^known$\ninterceptor_name:free\ninterceptor_via_fun:length\nleak:^lose$\n",
        ),
        ("leaks", "leak:other\n"),
        ("wrong", "fan:known\n"),
    ]);
    let all = [("SANECC_OPTIONS", "suppressions=list")];
    let output = with(&sources, &all, &["--leaks", "-w", "many.c"]);
    assert_eq!(stderr(&output), "");
    assert_eq!(stdout(&output), "0 6\n");
    assert_eq!(output.status.code(), Some(0));
    let only_leaks = [("ASAN_OPTIONS", "suppressions=leaks")];
    let output = with(&sources, &only_leaks, &["-w", "many.c"]);
    assert!(
        stderr(&output).contains("use-of-uninitialized-value many.c:5:32"),
        "{}",
        stderr(&output)
    );
    let wrong = [("SANECC_OPTIONS", "suppressions=wrong")];
    let output = with(&sources, &wrong, &["-w", "many.c"]);
    let said = stderr(&output);
    assert!(
        said.contains("wrong: 1: 'fan:known' is no suppression"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn errors_of_several_threads_are_suppressed() {
    let text = "#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int known(int *p) { return p[2]; }
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *work(void *argument) {
  int *p = calloc(2, sizeof *p);
  for (int i = 0; i < 500; i++) {
    int more = known(p) + 1;
    pthread_mutex_lock(&lock);
    sum += more;
    pthread_mutex_unlock(&lock);
  }
  free(p);
  return 0;
}
int main(int count, char **v) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  printf(\"%d\\n\", sum);
  return count > 1 ? ((int *)v)[count * 2 + 2] : 0;
}
";
    let sources = Sources::new(&[("threads.c", text), ("list", "fun:^known$\n")]);
    let all = [("SANECC_OPTIONS", "suppressions=list")];
    for seed in ["0", "1", "2"] {
        let output = with(&sources, &all, &["--seed", seed, "threads.c"]);
        assert_eq!(stderr(&output), "", "seed {seed}");
        assert_eq!(stdout(&output), "1500\n", "seed {seed}");
        assert_eq!(output.status.code(), Some(0), "seed {seed}");
    }
    // Others are reported as ever.
    let output = with(&sources, &all, &["threads.c", "--", "x"]);
    let said = stderr(&output);
    assert!(said.contains("buffer-overflow threads.c:25:"), "{said}");
    let without = sources.run(&["threads.c"]);
    let said = stderr(&without);
    assert!(
        said.contains("heap-buffer-overflow threads.c:4:35 in known"),
        "{said}"
    );
}

#[test]
fn a_pointer_that_another_thread_loses_is_told_with_that_thread() {
    let text = "#include <pthread.h>
#include <stdlib.h>
static char *volatile kept;
static void *forget(void *argument) {
  kept = 0;
  return 0;
}
static void fill(void) {
  kept = malloc(12);
  kept[0] = 1;
}
int main(void) {
  fill();
  pthread_t thread;
  pthread_create(&thread, 0, forget, 0);
  pthread_join(thread, 0);
  return 0;
}
";
    let sources = Sources::new(&[("threads.c", text)]);
    let output = sources.run(&["--leaks", "--json", "threads.c"]);
    let record: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(
        (&record["kind"], &record["bytes"]),
        (&"memory-leak".into(), &12.into())
    );
    let [made, lost] = [0, 1].map(|at| &record["stacks"][at]);
    assert_eq!(
        (&made["role"], &made["thread"]),
        (&"allocated".into(), &0.into())
    );
    assert_eq!(
        (&lost["role"], &lost["thread"]),
        (&"lost".into(), &1.into())
    );
    assert_eq!(lost["frames"][0]["function"], "forget");
    assert_eq!(lost["frames"][0]["line"], 5);
}

#[test]
fn a_program_is_printed_so_that_it_can_be_read_again() {
    let sources = Sources::new(&[
        (
            "one.c",
            "int other(int);\nint main(void) { return other(2); }\n",
        ),
        (
            "two.c",
            "int other(int n) { int a[3] = {1, 2, 3}; return a[n]; }\n",
        ),
    ]);
    let output = sources.run(&["--print-ir", "one.c", "two.c"]);
    assert_eq!(
        (output.status.code(), stderr(&output)),
        (Some(0), String::new())
    );
    let text = stdout(&output);
    let module = sanecc_ir::Module::parse(&text).unwrap();
    let names: Vec<&str> = module.functions.iter().map(|(_, one)| &*one.name).collect();
    assert!(
        names.contains(&"main") && names.contains(&"other"),
        "{names:?}"
    );
    assert_eq!(module.full_text(), text);
}

#[test]
fn reports_are_coloured_where_people_want_it() {
    let text = "int main(void) { int a[2] = {0}, i = 2; return a[i]; }\n";
    let sources = Sources::new(&[("colour.c", text)]);
    let is_coloured = |variables: &[(&str, &str)]| {
        let report = stderr(&with(&sources, variables, &["colour.c"]));
        assert!(report.contains("stack-buffer-overflow"), "{report}");
        report.contains("\x1b[1m\x1b[31m==")
    };
    let forced = ("CLICOLOR_FORCE", "1");
    assert!(!is_coloured(&[]));
    assert!(is_coloured(&[forced]));
    assert!(!is_coloured(&[forced, ("NO_COLOR", "1")]));
    assert!(is_coloured(&[
        ("NO_COLOR", "1"),
        ("SANECC_OPTIONS", "color=always")
    ]));
    assert!(!is_coloured(&[forced, ("SANECC_OPTIONS", "color=never")]));
}

#[test]
fn checks_that_do_not_exist_are_refused() {
    let sources = Sources::new(&[("main.c", "int main(void) { return 0; }\n")]);
    let output = sources.run(&["--check=signed", "main.c"]);
    assert!(stderr(&output).contains("there is no check 'signed'"));
    assert_eq!(output.status.code(), Some(1));
    let output = sources.run(&["--check=undefined,pointer-compare", "main.c"]);
    assert_eq!(
        (output.status.code(), stderr(&output)),
        (Some(0), String::new())
    );
}

#[test]
fn what_a_check_of_clang_finds_is_said_in_numbers() {
    let text = "#include <limits.h>
int main(int count, char **arguments) {
  int most = INT_MAX;
  return most + count;
}
";
    let sources = Sources::new(&[("sum.c", text)]);
    for flags in [
        &["--check=signed-integer-overflow"][..],
        &["-fsanitize=undefined"],
    ] {
        let said = stderr(&sources.run(&[flags, &["sum.c"]].concat()));
        let sum = "2147483647 + 1 cannot be represented in type 'int'.\n";
        assert!(said.contains(sum), "{said}");
        assert!(said.contains("SUMMARY: sanecc: signed-integer-overflow sum.c:4:15 in main\n"));
    }
}

#[test]
fn both_objects_of_a_pair_are_told() {
    let text = "static int one[2];
int main(void) {
  int other[2] = {0};
  return one < other;
}
";
    let sources = Sources::new(&[("pair.c", text)]);
    let report = stderr(&sources.run(&["--check=pointer-compare", "-w", "pair.c"]));
    assert!(
        report.contains(" are compared and do not point into one object"),
        "{report}"
    );
    assert!(
        report.contains("global variable 'one' defined in pair.c:1"),
        "{report}"
    );
    assert!(
        report.contains("local variable 'other' of main"),
        "{report}"
    );
    let record = sources.run(&["--json", "--check=pointer-compare", "-w", "pair.c"]);
    let record: serde_json::Value = serde_json::from_slice(&record.stderr).unwrap();
    assert_eq!(
        (&record["object"]["name"], &record["second"]["name"]),
        (&"one".into(), &"other".into())
    );
    assert_eq!(sources.run(&["-w", "pair.c"]).status.code(), Some(1));
    assert_eq!(stderr(&sources.run(&["-w", "pair.c"])), "");
}

#[test]
fn a_program_of_compile_commands_runs() {
    let sources = Sources::new(&[]);
    let folder = sources.0.path();
    for name in ["build", "src", "include"] {
        std::fs::create_dir(folder.join(name)).unwrap();
    }
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("include/part.h", "int part(int);\n");
    write(
        "src/part.c",
        "#include \"part.h\"\nint part(int n) {\n  int a[FACTOR] = {0};\n  return a[n] + FACTOR;\n}\n",
    );
    write(
        "src/one.c",
        "#include \"part.h\"\nint helper(void) { return 1; }\nint main(int count, char **v) { return part(count) + helper(); }\n",
    );
    write(
        "src/two.c",
        "int helper(void) { return 2; }\nint main(void) { return helper() + 40; }\n",
    );
    write(
        "src/three.cpp",
        "#include <string>\nextern \"C\" {\n#include \"part.h\"\n}\nint main() {\n  std::string text(\"abc\");\n  return part(2) + text.size();\n}\n",
    );
    let command = |file: &str| {
        format!(
            "{{\"directory\": \"{0}/build\", \"file\": \"../src/{file}\", \"command\": \"ccache cc -I../include -DFACTOR=3 -o {file}.o -c ../src/{file}\"}}",
            folder.display()
        )
    };
    let all = ["one.c", "two.c", "part.c", "three.cpp"]
        .map(command)
        .join(",\n");
    write("build/compile_commands.json", &format!("[{all}]"));
    let file = "build/compile_commands.json";
    let unclear = sources.run(&["--compile-commands", file]);
    let said = stderr(&unclear);
    assert!(
        said.contains("several sources define main: src/one.c, src/two.c, src/three.cpp"),
        "{said}"
    );
    let run = |name: &str, arguments: &[&str]| {
        let words = ["--compile-commands", file, "--file", name];
        sources.run(&[&words, arguments].concat())
    };
    assert_eq!(run("two.c", &[]).status.code(), Some(42));
    assert_eq!(run("three.cpp", &[]).status.code(), Some(6));
    let one = run("one.c", &["--", "a"]);
    assert_eq!((one.status.code(), stderr(&one)), (Some(4), String::new()));
    let wrong = run("src/one.c", &["a", "b"]);
    let said = stderr(&wrong);
    assert!(
        said.contains("SUMMARY: sanecc: stack-buffer-overflow src/part.c:4:10 in part\n"),
        "{said}"
    );
    assert!(said.contains(" 4 |   return a[n] + FACTOR;\n"), "{said}");
    let nobody = run("part.c", &[]);
    assert!(stderr(&nobody).contains("no C source part.c defines main"));
    let flags = sources.run(&["--compile-commands", file, "-DX", "--", "a"]);
    assert!(stderr(&flags).contains("-DX: flags and sources are those of"));
}

#[test]
fn records_of_members_and_leaks_become_sarif() {
    let text = "#include <stdlib.h>
struct pair { int one[2]; int other[2]; };
int main(int count, char **v) {
  struct pair *pair = calloc(1, sizeof *pair);
  if (count > 1)
    pair->one[count] = 1;
  return 0;
}
";
    let sources = Sources::new(&[("pair.c", text)]);
    let leak = sources.run(&["--json", "--leaks", "pair.c"]);
    let member = sources.run(&["--json", "pair.c", "--", "x"]);
    let record: serde_json::Value = serde_json::from_slice(&member.stderr).unwrap();
    assert_eq!(record["kind"], "sub-object-overflow");
    let known = &record["object"]["member"];
    assert_eq!(
        (&known["name"], &known["of"]),
        (&"one".into(), &"struct pair".into())
    );
    assert_eq!((&known["size"], &known["offset"]), (&8.into(), &8.into()));
    let record: serde_json::Value = serde_json::from_slice(&leak.stderr).unwrap();
    assert_eq!(record["stacks"][1]["role"], "lost");
    assert_eq!(record["stacks"][1]["frames"][0]["line"], 8);
    let file = sources.path("records");
    std::fs::write(&file, [leak.stderr, member.stderr].concat()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sane"));
    let log = command.arg("sarif").arg(&file).output().unwrap();
    assert!(log.status.success(), "{}", stderr(&log));
    let log: serde_json::Value = serde_json::from_slice(&log.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["ruleId"], "memory-leak");
    assert_eq!(
        results[0]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"],
        8
    );
    assert_eq!(results[1]["ruleId"], "sub-object-overflow");
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
