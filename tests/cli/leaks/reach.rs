//! Which blocks are lost.

use super::{Bench, leaks, stderr};
use std::os::unix::process::ExitStatusExt;

const CASES: &str = include_str!("cases.c");

/// The names of the cases that begin so.
fn cases(beginning: &str) -> Vec<&'static str> {
    let names = CASES.split("CASE(\"").skip(1);
    let names = names.filter_map(|text| text.split('"').next());
    let names: Vec<_> = names.filter(|name| name.starts_with(beginning)).collect();
    assert!(names.len() > 1);
    names
}

fn bench(flags: &str) -> Bench {
    let bench = Bench::new();
    bench.twin.write("library.c", include_str!("library.c"));
    bench.twin.write("late.c", include_str!("late.c"));
    bench.clang("-fPIC -shared library.c -o liblibrary.so");
    bench.clang("-fPIC -shared late.c -o liblate.so");
    bench.build("cases", CASES, &format!("-pthread -ldl -L. {flags}"));
    bench
}

/// Options under which nothing but the heap's own pointers matter where ASan, too, may meet an old value.
const EXACT: &str = "use_stacks=0:use_registers=0";

#[test]
fn what_is_lost_is_found_as_asan_finds_it() {
    let bench = bench("-llibrary");
    for case in cases("lost-") {
        let options = if case.contains("thread") { "" } else { EXACT };
        let (found, ours) = bench.same("cases", case, options);
        assert!(!found.is_empty(), "{case}: {}", stderr(&ours));
        assert_eq!(ours.status.code(), Some(1), "{case}");
        assert_eq!(
            ours.stdout,
            b"printed\n".repeat(1 + usize::from(case.ends_with("child"))),
            "{case}"
        );
    }
}

/// A function has left the addresses of its blocks where the frames of `exit` and of the check will lie, which do not use all of their room.
#[test]
fn what_a_frame_left_below_the_end_is_lost() {
    let bench = Bench::new();
    let source = "#include <stdlib.h>
        __attribute__((noinline)) static void leave(void) {
            void *volatile left[64];
            for (int i = 0; i < 64; i++)
                left[i] = malloc(8);
        }
        int main(void) { leave(); }";
    for level in ["-O0", "-O1", "-O2"] {
        bench.build("left", source, level);
        let ours = stderr(&bench.run("left", ""));
        assert!(
            ours.contains("leaked in 64 allocation(s)."),
            "{level}: {ours}"
        );
    }
}

/// What a function that calls `exit` still has is in use, in registers, too.
#[test]
fn what_is_at_hand_when_exit_is_called_is_in_use() {
    let bench = Bench::new();
    let source = "#include <stdlib.h>
        __attribute__((noinline)) static int end(int **numbers, int count) {
            for (int i = 0; i < count; i++)
                numbers[i] = malloc(sizeof(int));
            if (count > 2)
                exit(*numbers[0] = 0);
            return *numbers[1];
        }
        int main(int count, char **arguments) {
            int *numbers[3];
            int *own = malloc(4);
            *own = end(numbers, count + 2);
            return *own;
        }";
    for level in ["-O0", "-O1", "-O2"] {
        bench.build("ends", source, level);
        assert_eq!(stderr(&bench.run("ends", "")), "", "{level}");
    }
}

#[test]
fn what_is_in_use_is_not_called_a_leak() {
    let bench = bench("-llibrary");
    for case in cases("kept-") {
        for _ in 0..3 {
            let ours = bench.run(&format!("cases {case}"), "");
            assert_eq!(
                (stderr(&ours), ours.status.code()),
                (String::new(), Some(0)),
                "{case}"
            );
        }
    }
}

#[test]
fn ends_that_skip_what_exit_does_skip_this_too() {
    let bench = bench("-llibrary");
    let quick = bench.run("cases unasked-_exit", "");
    assert_eq!(
        (stderr(&quick), quick.status.code()),
        (String::new(), Some(0))
    );
    let aborted = bench.run("cases unasked-abort", "");
    assert_eq!(
        (stderr(&aborted), aborted.status.signal()),
        (String::new(), Some(6))
    );
}

#[test]
fn every_kind_of_link() {
    let bench = Bench::new();
    let library = include_str!("library.c");
    let source = format!("{CASES}\n{}", library.replace("#include", "//"));
    bench.twin.write("cases.c", &source);
    for flags in ["-static", "-static-pie", "-no-pie", "-pie", "-O2"] {
        let line = format!("-w -O0 cases.c -o cases -pthread {flags}");
        let words: Vec<_> = line.split(' ').collect();
        let output = bench.twin.command(&words).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        for case in cases("kept-") {
            // What is in another file needs a loader.
            if case == "kept-by-late-library" {
                continue;
            }
            let ours = bench.run(&format!("cases {case}"), "");
            assert_eq!(
                (stderr(&ours), ours.status.code()),
                (String::new(), Some(0)),
                "{flags} {case}"
            );
        }
        let lost = bench.run("cases lost-list", EXACT);
        let expected = [
            "Direct leak of 40 byte(s) in 1 object(s) allocated from:",
            "Indirect leak of 160 byte(s) in 4 object(s) allocated from:",
            "200 byte(s) leaked in 5 allocation(s).",
        ];
        if flags == "-O2" {
            // A list that nobody reads is never made.
            assert_eq!(
                lost.status.code(),
                Some(i32::from(!leaks(&lost).is_empty()))
            );
        } else {
            assert_eq!(
                (leaks(&lost), lost.status.code()),
                (expected.map(str::to_owned).to_vec(), Some(1)),
                "{flags}"
            );
        }
    }
}

#[test]
fn a_program_with_the_shared_runtime() {
    let bench = Bench::new();
    bench.twin.write("plain.c", "#include <stdlib.h>\nvoid *kept;\nint main(int n, char **v) { kept = malloc(20); if (n > 1) kept = malloc(30); return 0; }\n");
    bench.clang("-g plain.c -o plain");
    let run = |line: &[&str]| {
        std::process::Command::new(bench.twin.ours("plain"))
            .args(line)
            .env(
                "LD_PRELOAD",
                crate::twin::runtime().with_file_name("libsanecc_rt.so"),
            )
            .env(
                "SANECC_OPTIONS",
                "detect_leaks=1:use_stacks=0:use_registers=0",
            )
            .output()
            .unwrap()
    };
    assert_eq!(stderr(&run(&[])), "");
    let lost = run(&["x"]);
    assert_eq!(
        leaks(&lost)[0],
        "Direct leak of 20 byte(s) in 1 object(s) allocated from:"
    );
    assert_eq!(lost.status.code(), Some(1));
}

#[test]
fn threads_that_cannot_be_stopped_are_said() {
    let source = format!(
        "#include <linux/seccomp.h>\n#include <linux/filter.h>\n#include <stddef.h>\n#include <sys/prctl.h>\n#include <sys/syscall.h>\n{}",
        r#"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *rest(void *unused) { for (;;) pause(); }
int main(int count, char **arguments) {
  struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {4, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return 9;
  pthread_t thread;
  if (count > 1) pthread_create(&thread, 0, rest, 0);
  *(volatile char *)malloc(50) = 1;
  return 3;
}
"#
    );
    let bench = Bench::new();
    bench.build("forbidden", &source, "-pthread");
    let threads = bench.run("forbidden x", EXACT);
    let warning = "warning: no leaks were looked for: the other threads cannot be stopped: ptrace is forbidden";
    assert!(stderr(&threads).contains(warning), "{}", stderr(&threads));
    assert_eq!(threads.status.code(), Some(3));
    // One thread needs no ptrace.
    let alone = bench.run("forbidden", EXACT);
    assert_eq!(
        leaks(&alone)[0],
        "Direct leak of 50 byte(s) in 1 object(s) allocated from:"
    );
    assert_eq!(alone.status.code(), Some(1));
}
