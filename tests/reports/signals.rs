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
