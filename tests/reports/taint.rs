//! `-fsanecc-taint`: accesses that outside data influence are checked, others are not.

use crate::program::{By, Outcome, Program};

/// An index from the command line, one from a constant that is wrong, and a loop that only constants bound.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int chosen[16], fixed[16], bound[16];
__attribute__((noinline)) static int choose(int at) { return ((volatile int *)chosen)[at]; }
__attribute__((noinline)) static int always(int at) { return ((volatile int *)fixed)[at]; }
__attribute__((noinline)) static int by_condition(int given) {
    int index = 0;
    for (int i = 0; i < given; i++) index++;
    return ((volatile int *)bound)[index];
}
int main(int count, char **arguments) {
    if (WRONG) printf("%d\n", always(17));
    printf("%d\n", choose(atoi(arguments[1])) + by_condition(strlen(arguments[2])) + always(3));
    return 0;
}
"#;

fn run(flags: &[&str], wrong: bool, arguments: &[&str]) -> Outcome {
    let wrong = format!("-DWRONG={}", u8::from(wrong));
    let flags: Vec<&str> = flags.iter().copied().chain([wrong.as_str()]).collect();
    Program::new(By::Sanecc, PROGRAM, &flags).run(arguments, "")
}

#[test]
fn what_outside_data_influence_is_reported() {
    for level in ["-O0", "-O1", "-O2"] {
        let flags = [level, "-fsanecc-taint"];
        let good = run(&flags, false, &["15", "fifteen letters"]);
        assert_eq!(
            (good.code, good.stdout.as_str()),
            (Some(0), "0\n"),
            "{}",
            good.stderr
        );
        let by_data = run(&flags, false, &["16", ""]);
        assert!(
            by_data.stderr.contains("global-buffer-overflow"),
            "{}",
            by_data.stderr
        );
        assert!(by_data.stderr.contains("in choose"), "{}", by_data.stderr);
        // The loop decides how far the index gets.
        let by_control = run(&flags, false, &["0", "sixteen letters!"]);
        assert!(
            by_control.stderr.contains("in by_condition"),
            "{}",
            by_control.stderr
        );
    }
}

#[test]
fn what_is_wrong_with_every_input_is_not_looked_for() {
    let arguments = ["0", ""];
    let all = run(&["-O0"], true, &arguments);
    assert!(all.stderr.contains("in always"), "{}", all.stderr);
    let some = run(&["-O0", "-fsanecc-taint"], true, &arguments);
    assert_eq!((some.code, some.stderr.as_str()), (Some(0), ""));
    // Nothing is left out where nothing is to be left out.
    let none = run(
        &["-O0", "-fsanecc-taint", "-fsanecc-elide=none"],
        true,
        &arguments,
    );
    assert!(none.stderr.contains("in always"), "{}", none.stderr);
}

/// A function of the C library calls another one back as often as the input says; that one counts.
#[test]
fn how_often_a_function_is_called_back_is_outside_data() {
    let program = r#"
        #include <stdlib.h>
        static int seen[8], number, values[16];
        static int visit(const void *a, const void *b) {
            ((volatile int *)seen)[number++] = 1;
            return 0;
        }
        int main(int count, char **arguments) {
            qsort(values, atoi(arguments[1]), sizeof *values, visit);
            return 0;
        }
    "#;
    for level in ["-O0", "-O2"] {
        let program = Program::new(By::Sanecc, program, &[level, "-fsanecc-taint"]);
        let few = program.run(&["2"], "");
        assert_eq!((few.code, few.stderr.as_str()), (Some(0), ""));
        let many = program.run(&["16"], "");
        assert!(
            many.stderr.contains("global-buffer-overflow") && many.stderr.contains("in visit"),
            "{}",
            many.stderr
        );
    }
}
