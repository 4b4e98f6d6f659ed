//! `-fsanecc-audit`: an unsound removal is found out, and names its proof.

use crate::program::{By, Outcome, Program};
use serde_json::Value;

/// The argument count chooses the error.
const SOURCE: &str = r#"
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) static int heap(volatile int *p, int at) { return p[at]; }
__attribute__((noinline)) static int local(int at) { volatile int own[4] = {1}; return own[at]; }
__attribute__((noinline)) static void fill(volatile char *p, int n) { memset((char *)p, 1, n); }
int main(int count, char **arguments) {
    int *block = malloc(40);
    int sum = heap(block, count == 2 ? 10 : 0);
    sum += local(count == 3 ? 4 : 3);
    fill((char *)block, count == 4 ? 41 : 40);
    free(block);
    if (count == 5) sum += heap(block, 2);
    return sum * 0;
}
"#;

fn program(flags: &[&str]) -> Program {
    Program::new(By::Sanecc, SOURCE, &[&["-O1"], flags].concat())
}

fn run(program: &Program, count: usize, options: &str) -> Outcome {
    program.run(&["x"; 4][..count - 1], options)
}

/// Error of each argument count: kind, line, function.
const ERRORS: [(usize, &str, u64, &str); 4] = [
    (2, "heap-buffer-overflow", 4, "heap"),
    (3, "stack-buffer-overflow", 5, "local"),
    (4, "heap-buffer-overflow", 6, "fill"),
    (5, "heap-use-after-free", 4, "heap"),
];

#[test]
fn a_sound_plan_changes_nothing() {
    let program = program(&["-fsanecc-audit"]);
    let outcome = run(&program, 1, "");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    for (count, kind, line, _) in ERRORS {
        let outcome = run(&program, count, "");
        assert_eq!(outcome.code, Some(1));
        let title = format!("ERROR: sanecc: {kind} on address");
        assert!(outcome.stderr.contains(&title), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(&format!("program.c:{line}")));
    }
}

#[test]
fn an_unsound_removal_is_reported_with_place_and_proof() {
    let program = program(&["-fsanecc-audit=planted"]);
    let outcome = run(&program, 1, "");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    for (count, kind, line, function) in ERRORS {
        let text = run(&program, count, "").stderr;
        let title = format!("ERROR: sanecc: unsound removal: program.c:{function}:a");
        assert!(text.contains(&title), "{text}");
        assert!(text.contains(&format!(": {kind} on address")), "{text}");
        assert!(
            text.contains(&format!(" in {function} program.c:{line}")),
            "{text}"
        );
        assert!(
            text.contains("removed this check by rule 'in-bounds'"),
            "{text}"
        );
    }
    // An object that the check knew.
    let text = run(&program, 3, "").stderr;
    assert!(text.contains("local variable 'own'"), "{text}");
}

#[test]
fn other_formats_say_it_too() {
    let program = program(&["-fsanecc-audit=planted"]);
    let json = run(&program, 3, "report_format=json").stderr;
    let record: Value = serde_json::from_str(json.trim()).unwrap();
    assert_eq!(record["kind"], "stack-buffer-overflow");
    assert_eq!(record["site"]["line"], 5);
    let removal = &record["unsound_removal"];
    assert_eq!(removal["rule"], "in-bounds");
    assert!(
        removal["proof"]
            .as_str()
            .unwrap()
            .starts_with("program.c:local:a")
    );
    assert!(
        removal["claim"]
            .as_str()
            .unwrap()
            .contains("lives as long as")
    );
    let asan = run(&program, 2, "report_format=asan").stderr;
    assert!(
        asan.contains("\nunsound removal: program.c:heap:a"),
        "{asan}"
    );
}

#[test]
fn nothing_goes_on_after_it() {
    let program = program(&["-fsanecc-audit=planted", "-fsanecc-recover"]);
    for (count, ..) in ERRORS {
        let outcome = run(&program, count, "halt_on_error=0:exitcode=7");
        assert_eq!(outcome.code, Some(7));
        assert_eq!(outcome.stderr.matches("ERROR: sanecc").count(), 1);
    }
}

/// Errors that comparisons with objects find alone, one for each argument count.
const OF_OBJECTS: &str = r#"
#include <stdlib.h>
struct user { char name[8]; int id; };
__attribute__((noinline)) static int get(volatile int *p, long at) { return p[at]; }
__attribute__((noinline)) static void set(volatile char *p, int at) { p[at] = 1; }
__attribute__((noinline)) static void in_place_of(void *freed) {
    for (int i = 0; i < 1000 && calloc(1, 40) != freed; i++);
}
int main(int count, char **arguments) {
    int *one = malloc(40), *other = malloc(40);
    struct user *user = calloc(1, sizeof *user);
    int sum = get(one, count == 2 ? other - one : 0);
    free(one);
    if (count == 3) {
        in_place_of(one);
        sum += get(one, 2);
    }
    set(user->name, count == 4 ? 9 : 7);
    free(other);
    free(user);
    return sum * 0;
}
"#;

/// Lets freed memory be given out again.
const REUSES: &str = "quarantine_size_mb=0:thread_local_quarantine_size_kb=0:detect_leaks=0";

#[test]
fn comparisons_with_objects_are_audited() {
    let errors = [
        (2, "cross-object-access", 4, "get"),
        (3, "use-after-reuse", 4, "get"),
        (4, "sub-object-overflow", 5, "set"),
    ];
    let built = |audit| {
        let flags = ["-O1", "-fsanecc-mode=pointer", audit];
        Program::new(By::Sanecc, OF_OBJECTS, &flags)
    };
    let (sound, planted) = (built("-fsanecc-audit"), built("-fsanecc-audit=planted"));
    for program in [&sound, &planted] {
        let outcome = run(program, 1, REUSES);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    }
    for (count, kind, line, function) in errors {
        let text = run(&sound, count, REUSES).stderr;
        let title = format!("ERROR: sanecc: {kind} on address");
        assert!(text.contains(&title), "{text}");
        let text = run(&planted, count, REUSES).stderr;
        let title = format!(": {kind} on address");
        assert!(text.contains(&title), "{text}");
        let place = format!(" in {function} program.c:{line}");
        assert!(text.contains(&place), "{text}");
        // What is held to parts counts on no proof about the object.
        let is_unsound = kind != "sub-object-overflow";
        let title = format!("unsound removal: program.c:{function}:a");
        assert_eq!(text.contains(&title), is_unsound, "{text}");
    }
}
