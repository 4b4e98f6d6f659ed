//! How the process behaves: quiet, repeatable, whole outputs or none, nothing left behind.

use crate::twin::{CLANG, SANECC, Twin, files, runtime};
use std::fs;
use std::io::BufRead;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn row_70_silent() {
    let pair = Twin::new().same(&["-c", "b.c"]).succeeds();
    assert!(pair.ours.stdout.is_empty() && pair.ours.stderr.is_empty());
}

#[test]
fn row_71_failed_compile() {
    let twin = Twin::new();
    twin.write("bad.c", "int main(void) { return nothing; }\n");
    twin.write("old.o", "from before");
    twin.same(&["-c", "bad.c", "-o", "bad.o"])
        .same_stderr()
        .fails(1);
    twin.same(&["-c", "bad.c", "-o", "old.o"])
        .same_stderr()
        .fails(1);
    twin.same(&["bad.c", "a.c", "-o", "p"])
        .same_stderr()
        .fails(1);
    twin.same(&["-c", "bad.c", "b.c"]).same_stderr().fails(1);
    twin.same(&["-c", "missing.c"]).same_stderr().fails(1);
    twin.same(&["-c", "b.c", "-o", "no/such/folder.o"])
        .same_stderr()
        .fails(1);
    twin.same(&["-c", "b.c", "missing.c"])
        .same_stderr()
        .fails(1);
}

#[test]
fn row_71_full_disk() {
    let twin = Twin::new();
    twin.same(&["-c", "b.c", "-o", "/dev/full"]).fails(1);
}

#[test]
fn row_77_switched_off() {
    let twin = Twin::new().env("SANECC_OFF", "1");
    twin.same(&[
        "-c",
        "-g",
        "-O2",
        "b.c",
        "-fdebug-compilation-dir=/x",
        "-ffile-prefix-map=/=x",
    ])
    .same_stderr()
    .succeeds();
    assert_eq!(twin.read("b.o"), std::fs::read(twin.clang("b.o")).unwrap());
    twin.same(&["a.c", "-o", "p"]).succeeds();
    assert_eq!(twin.read("p"), std::fs::read(twin.clang("p")).unwrap());
}

#[test]
fn nothing_is_left_in_the_temporary_folder() {
    let twin = Twin::new();
    twin.folder("tmp");
    twin.write("bad.c", "int main(void) { return nothing; }\n");
    for words in [&["a.c", "-o", "p"][..], &["-c", "bad.c"], &["-c", "b.c"]] {
        twin.command(words)
            .env("TMPDIR", twin.ours("tmp"))
            .output()
            .unwrap();
        assert!(files(&twin.ours("tmp")).is_empty());
        assert_eq!(std::fs::read_dir(twin.ours("tmp")).unwrap().count(), 0);
    }
}

#[test]
fn a_signal_ends_the_children_and_removes_the_intermediate_files() {
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let twin = Twin::new();
        twin.folder("tmp");
        let clang = twin.fake_clang("sleep 300 & echo $!; echo $$; wait");
        let sanecc = twin.command(&["-c", "b.c"]);
        // Who runs the tests in the background, or with nohup, has them ignore signals, and sanecc respects that.
        let mut command = Command::new("env");
        command
            .arg("--default-signal=INT,TERM,HUP")
            .arg(sanecc.get_program())
            .args(sanecc.get_args())
            .current_dir(twin.ours(""))
            .env("SANECC_CLANG", clang)
            .env("TMPDIR", twin.ours("tmp"))
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
        let ids: Vec<String> = lines.take(2).map(Result::unwrap).collect();
        assert!(std::fs::read_dir(twin.ours("tmp")).unwrap().count() > 0);
        // The shell's own `kill`: the program of that name is not on every machine.
        let sent = Command::new("sh")
            .args(["-c", &format!("kill -{name} {}", child.id())])
            .status()
            .unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert_eq!(std::fs::read_dir(twin.ours("tmp")).unwrap().count(), 0);
        for id in ids {
            assert!(is_gone(&id), "process {id} survived SIG{name}");
        }
    }
}

/// Whether a process has ended, also if nobody has collected it yet. Waits a while for that.
fn is_gone(id: &str) -> bool {
    (0..100).any(|_| {
        let status = std::fs::read_to_string(format!("/proc/{id}/stat"));
        let gone = status.map_or(true, |line| {
            line.rsplit(')').next().unwrap().trim().starts_with('Z')
        });
        if !gone {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        gone
    })
}

#[test]
fn a_killed_child_is_named() {
    let twin = Twin::new();
    let clang = twin.fake_clang("kill -KILL $$");
    let output = twin
        .command(&["-c", "b.c"])
        .env("SANECC_CLANG", clang)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("was killed by SIGKILL") && said.contains("note: "),
        "{said}"
    );
}

/// As an upgrade of the package does in the middle of a build.
#[test]
fn a_compiler_that_is_replaced_while_it_runs_finds_its_runtime() {
    let twin = Twin::new();
    twin.folder("here");
    fs::copy(SANECC, twin.ours("here/sanecc")).unwrap();
    fs::copy(runtime(), twin.ours("here/libclang_rt.sanecc.a")).unwrap();
    let clang = twin.fake_clang(&format!(
        "cp here/sanecc here/new && mv here/new here/sanecc && exec {CLANG} \"$@\""
    ));
    let mut command = Command::new(twin.ours("here/sanecc"));
    command.args(["a.c", "b.c", "-o", "p"]);
    command.env_remove("SANECC_RUNTIME");
    command.env("SANECC_CLANG", clang);
    let output = command.current_dir(twin.ours("")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
    assert!(twin.program("p").status.success());
}

#[test]
fn clangs_exit_code_is_passed_on() {
    let twin = Twin::new();
    let clang = twin.fake_clang("exit 254");
    let output = twin
        .command(&["-c", "b.c"])
        .env("SANECC_CLANG", clang)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(254));
    assert!(output.stderr.is_empty());
}

#[test]
fn a_missing_clang_is_explained() {
    let twin = Twin::new();
    let output = twin
        .command(&["-c", "b.c"])
        .env("SANECC_CLANG", "/no/such/clang")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("SANECC_CLANG=/no/such/clang") && said.contains("note: "),
        "{said}"
    );
}

#[test]
fn another_major_version_is_refused() {
    let twin = Twin::new();
    twin.fake_clang("echo 'clang version 17.0.6'");
    std::fs::rename(twin.ours("bin/clang-19"), twin.ours("bin/clang")).unwrap();
    let output = twin
        .command(&["-c", "b.c"])
        .env("SANECC_CLANG", twin.ours("bin/clang"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("is clang 17, but sanecc works with clang 19"),
        "{said}"
    );
}

#[test]
fn jobs_without_code_are_clangs_word_for_word() {
    let twin = Twin::new();
    let clang = twin.fake_clang("for word; do printf '[%s]' \"$word\"; done");
    twin.write("r", "-E");
    for words in [
        &["-dumpversion", "-O2"][..],
        &["-M", "@missing file"],
        &["-v"],
        &["-###", "-fsanitize=address", "a.c"],
    ] {
        let output = twin
            .command(words)
            .env("SANECC_CLANG", &clang)
            .output()
            .unwrap();
        let expected: String = words.iter().map(|word| format!("[{word}]")).collect();
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
    let output = twin
        .command(&["@r", "-fsanecc-time", "a.c"])
        .env("SANECC_CLANG", &clang)
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "[-Xclang][-fsanitize=address][-E][a.c]"
    );
}

#[test]
fn the_log_names_every_process() {
    let twin = Twin::new();
    let output = twin
        .command(&["-c", "-ffunction-sections", "b.c"])
        .env("SANECC_LOG", "info")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        said.lines().filter(|line| line.contains(CLANG)).count(),
        2,
        "{said}"
    );
    assert!(Path::new(&twin.ours("b.o")).exists());
}

#[test]
fn a_log_is_made_by_the_first_report_of_a_process() {
    let twin = Twin::new();
    twin.write(
        "log.c",
        "#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\n\
         int main(int count, char **words) {\n\
         printf(\"%d\\n\", open(\"log.c\", O_RDONLY)); fflush(stdout);\n\
         for (int file = 3; file < 20; file++) close(file);\n\
         if (count < 2) return 0;\n\
         char *block = malloc(10);\n\
         if (fork() == 0) { block[9 + count] = 1; _exit(0); }\n\
         int status; wait(&status); printf(\"%d\\n\", WEXITSTATUS(status)); return 0; }\n",
    );
    twin.both(&["log.c", "-o", "p"]).succeeds();
    let run = |words: &[&str]| {
        let output = Command::new(twin.ours("p"))
            .args(words)
            .current_dir(twin.ours(""))
            .env("SANECC_OPTIONS", "log_path=obj/report")
            .output()
            .unwrap();
        assert!(output.stderr.is_empty());
        String::from_utf8(output.stdout).unwrap()
    };
    // No descriptor of ours comes before the program's own, and no file is left by who has nothing to report.
    assert_eq!(run(&[]), "3\n");
    assert!(files(&twin.ours("obj")).is_empty());
    assert_eq!(run(&["wrong"]), "3\n1\n");
    let logs = files(&twin.ours("obj"));
    assert_eq!(logs.len(), 1, "{logs:?}");
    let log = twin.ours("obj").join(logs.first().unwrap());
    let report = std::fs::read_to_string(log).unwrap();
    assert!(report.contains("heap-buffer-overflow"), "{report}");
}
