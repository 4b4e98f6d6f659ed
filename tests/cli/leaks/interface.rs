//! What programs call and define, from `sanitizer/lsan_interface.h`.

use super::{Bench, leaks, stderr};

const CALLS: &str = r#"
#include <sanitizer/lsan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *global;
static __attribute__((noinline)) void lose(size_t size) { *(volatile char *)malloc(size) = 1; }
#ifdef TURNED_OFF
int __lsan_is_turned_off(void) { return 1; }
#endif
#ifdef DEFAULTS
const char *__lsan_default_options(void) { return "detect_leaks=0:max_leaks=1:exitcode=17"; }
#endif
int main(int count, char **arguments) {
  const char *what = arguments[1];
  if (!strcmp(what, "recoverable")) {
    if (__lsan_do_recoverable_leak_check() != 0) return 4;
    lose(10);
    if (__lsan_do_recoverable_leak_check() != 1) return 5;
    global = malloc(5);
    fprintf(stderr, "goes on\n");
  }
  if (!strcmp(what, "fatal")) { lose(11); __lsan_do_leak_check(); fprintf(stderr, "goes on\n"); }
  if (!strcmp(what, "once")) { __lsan_do_leak_check(); lose(12); fprintf(stderr, "goes on\n"); }
  if (!strcmp(what, "enable")) __lsan_enable();
  if (!strcmp(what, "unregister")) __lsan_unregister_root_region(&global, 8);
  if (!strcmp(what, "lose")) { lose(13); lose(14); }
  return 0;
}
"#;

const EXACT: &str = "use_stacks=0:use_registers=0";

#[test]
fn the_program_may_ask_for_a_check() {
    let bench = Bench::new();
    bench.build("calls", CALLS, "");
    for (what, count, goes_on) in [
        ("recoverable", 4, true),
        ("fatal", 2, false),
        ("once", 0, true),
    ] {
        let (found, ours) = bench.same("calls", what, EXACT);
        assert_eq!(found.len(), count, "{what}");
        assert_eq!(stderr(&ours).contains("goes on"), goes_on, "{what}");
    }
    // Not asked for by an option, nothing is looked for.
    let off = bench.run("calls fatal", "detect_leaks=0");
    assert_eq!(
        (stderr(&off).as_str(), off.status.code()),
        ("goes on\n", Some(0))
    );
}

#[test]
fn wrong_calls_end_the_program() {
    let bench = Bench::new();
    bench.build("calls", CALLS, "");
    for (what, text) in [
        ("enable", "__lsan_enable() without __lsan_disable()"),
        ("unregister", "of size 8 has not been registered"),
    ] {
        let (_, ours) = bench.same("calls", what, "");
        assert!(stderr(&ours).contains(text), "{}", stderr(&ours));
        assert_eq!(ours.status.code(), Some(1));
    }
}

#[test]
fn the_program_may_turn_it_off() {
    let bench = Bench::new();
    bench.build("calls", CALLS, "-DTURNED_OFF");
    for what in ["lose", "fatal"] {
        assert_eq!(bench.same("calls", what, EXACT).0, [""; 0]);
    }
}

#[test]
fn the_program_may_bring_options() {
    let bench = Bench::new();
    bench.build("calls", CALLS, "-DDEFAULTS");
    let ours = bench.run("calls lose", EXACT);
    assert_eq!(
        leaks(&ours),
        [
            "Direct leak of 14 byte(s) in 1 object(s) allocated from:",
            "27 byte(s) leaked in 2 allocation(s)."
        ]
    );
    assert_eq!(ours.status.code(), Some(17));
}
