//! Suppressions of leaks.

use super::{Bench, leaks, stderr};

const SOURCE: &str = r##"
#include <stdlib.h>
struct pair { void *other; };
__attribute__((noinline)) static void known(void) { struct pair *pair = malloc(8); pair->other = malloc(16); }
__attribute__((noinline)) static void unknown(void) { *(volatile char *)malloc(5) = 1; }
#ifdef DEFAULTS
const char *__lsan_default_suppressions(void) { return "# by the program\nleak:^known$\n"; }
#endif
int main(int count, char **arguments) {
  known();
  if (count > 1) unknown();
  return 0;
}
"##;

const EXACT: &str = "use_stacks=0:use_registers=0";

#[test]
fn a_suppressed_leak_is_left_out_with_what_it_leads_to() {
    let bench = Bench::new();
    bench.build("program", SOURCE, "");
    for rule in [
        "leak:known",
        "leak:^kno*n$",
        "leak:program.c",
        "leak:/program",
        " leak:main \r",
    ] {
        bench
            .twin
            .write("file", &format!("# a comment\n\n{rule}\n"));
        let options = format!("{EXACT}:suppressions=file");
        let ours = bench.run("program", &options);
        assert_eq!(leaks(&ours), [""; 0], "{rule}: {}", stderr(&ours));
        assert_eq!(ours.status.code(), Some(0), "{rule}");
        let said = stderr(&ours);
        assert!(
            said.contains("Suppressions used:\n  count      bytes template\n"),
            "{said}"
        );
        let silent = bench.run("program", &format!("{options}:print_suppressions=0"));
        assert_eq!(stderr(&silent), "");
    }
    bench
        .twin
        .write("file", "leak:^know$\nleak:^nown\nfun:known\n");
    assert_eq!(bench.same("program", "", EXACT).0.len(), 3);
    let ours = bench.run("program", &format!("{EXACT}:suppressions=file"));
    assert_eq!(leaks(&ours).len(), 3, "{}", stderr(&ours));
}

#[test]
fn what_is_not_suppressed_is_still_reported() {
    let bench = Bench::new();
    bench.build("program", SOURCE, "-DDEFAULTS");
    assert_eq!(bench.same("program", "", EXACT).0, [""; 0]);
    let (found, ours) = bench.same("program", "x", EXACT);
    assert_eq!(
        found,
        [
            "Direct leak of 5 byte(s) in 1 object(s) allocated from:",
            "5 byte(s) leaked in 1 allocation(s)."
        ]
    );
    assert!(
        stderr(&ours).contains("      2         24 ^known$\n"),
        "{}",
        stderr(&ours)
    );
}

#[test]
fn the_file_is_looked_for_here_and_beside_the_program() {
    let bench = Bench::new();
    bench.build("program", SOURCE, "");
    bench.twin.folder("elsewhere");
    bench.twin.write("beside", "leak:known\n");
    let run = |options: &str| {
        let mut command = std::process::Command::new(bench.twin.ours("program"));
        command.current_dir(bench.twin.ours("elsewhere")).env(
            "SANECC_OPTIONS",
            format!("detect_leaks=1:{EXACT}:{options}"),
        );
        command.output().unwrap()
    };
    assert_eq!(run("suppressions=beside").status.code(), Some(0));
    let missing = run("suppressions=absent");
    assert!(
        stderr(&missing).contains("failed to read suppressions file 'absent'"),
        "{}",
        stderr(&missing)
    );
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn a_line_that_is_no_suppression_is_said() {
    let bench = Bench::new();
    bench.build("program", SOURCE, "");
    bench.twin.write("file", "leak:known\nlake:other\n");
    let ours = bench.run("program", "suppressions=file");
    let said = stderr(&ours);
    assert!(
        said.contains("file:2: 'lake:other' is no suppression"),
        "{said}"
    );
    assert!(
        said.contains("leak, interceptor_name, interceptor_via_fun"),
        "{said}"
    );
    assert_eq!(ours.status.code(), Some(1));
}
