//! Signals that are not about memory: by default a division by zero, others on request.

use crate::program::{By, Program};

const SOURCE: &str = r#"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
volatile int zero;
static void mine(int signal) { _Exit(42); }
int main(int count, char **arguments) {
    if (count > 2) signal(SIGFPE, mine);
    switch (arguments[1][0]) {
    case 'd': return (count + 98) / zero;
    case 'i': __builtin_trap();
    case 'a': abort();
    case 't': __asm__ volatile("int3");
    }
    return 0;
}
"#;

/// Writes behind a chunk, with a handler of `SIGABRT` that returns or does what the argument says.
const ABORTED: &str = r#"
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static char way;
static jmp_buf outside;
static void mine(int signal) {
    write(1, "mine\n", 5);
    if (way == 'e') _exit(42);
    if (way == 'j') longjmp(outside, 1);
}
int main(int count, char **arguments) {
    way = arguments[1][0];
    signal(SIGABRT, way == 'i' ? SIG_IGN : way == 'd' ? SIG_DFL : mine);
    if (way == 'b') {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGABRT);
        sigprocmask(SIG_BLOCK, &set, 0);
    }
    if (setjmp(outside)) return 43;
    volatile char *chunk = malloc(10);
    chunk[10] = 1;
    return 0;
}
"#;

#[test]
fn an_abort_after_a_report_runs_the_programs_handler_as_asans_does() {
    for by in [By::Sanecc, By::Clang] {
        let program = Program::new(by, ABORTED, &["-O1"]);
        for (way, option, code, said) in [
            ("returns", "", None, "mine\n"),
            ("blocked", "", None, "mine\n"),
            ("exits", "", Some(42), "mine\n"),
            ("jumps", "", Some(43), "mine\n"),
            ("ignored", "", None, ""),
            ("default", "", None, ""),
            ("returns", "handle_abort=1", None, ""),
            ("exits", "handle_abort=2", None, ""),
            ("exits", "abort_on_error=0", Some(1), ""),
        ] {
            let outcome = program.run(&[way], &format!("abort_on_error=1:{option}"));
            let [title] = outcome.titles()[..] else {
                panic!("{by:?} {way} {option} {outcome:?}");
            };
            assert!(title.starts_with("heap-buffer-overflow"), "{title}");
            assert_eq!(
                (outcome.code, outcome.stdout.as_str()),
                (code, said),
                "{by:?} {way} {option}"
            );
        }
    }
}

#[test]
fn the_same_signals_as_asans_are_reported() {
    for by in [By::Sanecc, By::Clang] {
        let program = Program::new(by, SOURCE, &["-O1"]);
        for (case, option, kind) in [
            ("d", "", "FPE"),
            ("i", "handle_sigill=1", "ILL"),
            ("a", "handle_abort=1", "ABRT"),
            ("t", "handle_sigtrap=1", "TRAP"),
        ] {
            for format in ["text", "asan"] {
                let options = format!("report_format={format}:{option}");
                let outcome = program.run(&[case], &options);
                let said = &outcome.stderr;
                assert_eq!(outcome.code, Some(1), "{by:?} {case} {said}");
                let title = format!("{kind} on unknown address");
                assert!(outcome.titles()[0].starts_with(&title), "{by:?} {said}");
                assert!(outcome.summaries()[0].starts_with(kind), "{by:?} {said}");
                assert!(!said.contains("memory access"), "{said}");
            }
        }
        let unhandled = [("d", "handle_sigfpe=0"), ("i", ""), ("a", ""), ("t", "")];
        for (case, option) in unhandled {
            let outcome = program.run(&[case], option);
            assert_eq!(
                (outcome.code, outcome.titles().len()),
                (None, 0),
                "{by:?} {case}"
            );
        }
        assert_eq!(program.run(&["d", "own"], "").code, Some(42));
    }
}
