//! The hooks of system calls (`sanitizer/linux_syscall_hooks.h`): all are there, for programs and libraries that name one, and before a
//! call they find what AddressSanitizer's find.

use crate::program::{By, Program};
use std::collections::BTreeSet;
use std::process::Command;

/// The names of all hooks, by clang's header.
fn names() -> BTreeSet<String> {
    let said = Command::new("clang-19")
        .arg("-print-resource-dir")
        .output()
        .unwrap()
        .stdout;
    let folder = String::from_utf8(said).unwrap();
    let header = format!("{}/include/sanitizer/linux_syscall_hooks.h", folder.trim());
    let text = std::fs::read_to_string(header).unwrap();
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    words
        .filter(|word| word.starts_with("__sanitizer_syscall_") && word.contains("_impl_"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_hook_can_be_linked_and_a_program_without_them_has_none() {
    let names = names();
    assert!(names.len() > 600, "{}", names.len());
    let declared: String = names
        .iter()
        .map(|name| format!("void {name}();\n"))
        .collect();
    let listed: Vec<_> = names.iter().map(String::as_str).collect();
    let source = format!(
        "{declared}#include <stdio.h>\nvoid *all[] = {{{}}};\n\
         int main(void) {{ printf(\"%zu\\n\", sizeof all / sizeof *all); }}",
        listed.join(",")
    );
    for flags in [&["-O1"][..], &["-static"]] {
        let outcome = Program::new(By::Sanecc, &source, flags).run(&[], "");
        assert_eq!(
            outcome.stdout,
            format!("{}\n", names.len()),
            "{}",
            outcome.stderr
        );
    }
    let plain = Program::new(By::Sanecc, "int main(void) { return 0; }", &[]);
    let symbols = Command::new("nm")
        .arg(plain.folder().join("program"))
        .output()
        .unwrap()
        .stdout;
    assert!(!String::from_utf8_lossy(&symbols).contains("__sanitizer_syscall_"));
}

/// A call each that reads or writes a byte too much; with `FITS` none does.
const CASES: &[&str] = &[
    "recvmsg(0, block(56), 0)",
    "read(0, block(16), 16)",
    "write(1, block(16), 16)",
    "pread64(0, block(16), 16, 0)",
    "readv(0, block(32), 2)",
    "nanosleep(block(16), 0)",
    "rt_sigprocmask(0, block(8), 0, 8)",
    "setrlimit(0, block(16))",
    "setsockopt(0, 0, 0, block(4), 4)",
    "bind(0, block(16), 16)",
    "sendto(0, block(8), 8, 0, 0, 0)",
    "open(text(), 0, 0)",
    "rename(0, text())",
    "setxattr(0, text(), 0, 0, 0)",
    "mount(text(), 0, 0, 0, 0)",
    "epoll_pwait(0, 0, 0, 0, block(8), 8)",
    "getpid()",
];

fn cases() -> String {
    let cases: String = CASES
        .iter()
        .enumerate()
        .map(|(number, call)| format!("case {number}: __sanitizer_syscall_pre_{call}; break;\n"))
        .collect();
    format!(
        r#"
#include <sanitizer/linux_syscall_hooks.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int fits;
static void *block(int size) {{ return calloc(size - !fits, 1); }}
static char *text(void) {{ char *t = malloc(8 + fits); memcpy(t, "12345678", 8 + fits); return t; }}
int main(int count, char **words) {{
    fits = count > 2;
    switch (atoi(words[1])) {{
    {cases}
    }}
    puts("end");
    return 0;
}}"#
    )
}

#[test]
fn what_is_passed_is_checked_before_the_call() {
    let [ours, clangs] = [By::Sanecc, By::Clang].map(|by| Program::new(by, &cases(), &["-O1"]));
    let (mut found, mut both) = (0, 0);
    for (number, case) in CASES.iter().enumerate() {
        let number = number.to_string();
        for arguments in [&[number.as_str()][..], &[&number, "fits"]] {
            let options = "report_format=asan";
            let our = ours.run(arguments, options);
            let theirs = clangs.run(arguments, "");
            let kinds = [&our, &theirs].map(|outcome| {
                let kinds = outcome.titles();
                let kind = kinds.first().and_then(|title| title.split(' ').next());
                let mut lines = outcome.stderr.lines();
                let access =
                    lines.find_map(|line| line.split_once(" at 0x").map(|(access, _)| access));
                (kind.map(str::to_owned), access.map(str::to_owned))
            });
            // AddressSanitizer knows less of some calls.
            assert!(
                kinds[1].0.is_none() || kinds[0] == kinds[1],
                "{case}\n{}\n{}",
                our.stderr,
                theirs.stderr
            );
            both += usize::from(kinds[1].0.is_some());
            let is_silent = kinds[0].0.is_none();
            assert_eq!(
                is_silent,
                arguments.len() == 2 || *case == "getpid()",
                "{case}"
            );
            found += usize::from(!is_silent);
            if !is_silent {
                let name = case.split('(').next().unwrap();
                let mut lines = our.stderr.lines();
                let first = lines.find(|line| line.contains("#0 0x")).unwrap();
                assert!(
                    first.contains(&format!("__sanitizer_syscall_pre_impl_{name}")),
                    "{first}"
                );
            }
        }
    }
    assert_eq!(found, CASES.len() - 1);
    assert!(both > 5, "{both}");
}

#[test]
fn what_the_system_has_written_is_checked_after_the_call() {
    let source = r#"
#include <sanitizer/linux_syscall_hooks.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
    int *groups = malloc(3 * sizeof *groups);
    struct { long seconds, nanoseconds; } *time = malloc(sizeof *time);
    // Nothing is known yet of what will be written.
    __sanitizer_syscall_pre_getgroups(4, groups);
    __sanitizer_syscall_pre_getcwd(groups, 4096);
    // Failed, asked only for the number, fits.
    __sanitizer_syscall_post_getgroups(-22, 4, groups);
    __sanitizer_syscall_post_getgroups(4, 0, groups);
    __sanitizer_syscall_post_getgroups(3, 4, groups);
    __sanitizer_syscall_post_clock_gettime(0, 1, time);
    __sanitizer_syscall_post_epoll_pwait(0, 3, groups, 4, 5, 0, 8);
    __sanitizer_syscall_post_process_vm_readv(-14, 1, groups, 1, groups, 1, 0);
    puts("fine");
    switch (count) {
    case 2: __sanitizer_syscall_post_getgroups(4, 4, groups); break;
    case 3: __sanitizer_syscall_post_clock_gettime(0, 1, (char *)time + 1); break;
    case 4: __sanitizer_syscall_post_epoll_pwait(2, 3, groups, 4, 5, 0, 8); break;
    }
    puts("end");
}"#;
    let program = Program::new(By::Sanecc, source, &["-O1"]);
    assert_eq!(program.run(&[], "").stdout, "fine\nend\n");
    for (arguments, bytes) in [(&["a"][..], 16), (&["a", "b"], 16), (&["a", "b", "c"], 24)] {
        let outcome = program.run(arguments, "");
        assert_eq!(outcome.titles().len(), 1, "{}", outcome.stderr);
        assert!(outcome.titles()[0].starts_with("heap-buffer-overflow"));
        let access = format!("WRITE of size {bytes} at ");
        assert!(outcome.stderr.contains(&access), "{}", outcome.stderr);
    }
}

#[test]
fn a_library_brings_the_hooks_that_it_names() {
    let library = "#include <sanitizer/linux_syscall_hooks.h>\n\
         void hook(char *place) { __sanitizer_syscall_pre_write(1, place, 4); }";
    let folder = Program::new(By::Sanecc, library, &["-fPIC", "-shared"]).folder_kept();
    let path = folder.path().join("program");
    let source = r#"
#include <dlfcn.h>
#include <stdlib.h>
int main(int count, char **words) {
    void (*hook)(char *) = (void (*)(char *))dlsym(dlopen(words[1], RTLD_NOW), "hook");
    hook(malloc(4));
    hook(malloc(3));
}"#;
    let outcome = Program::new(By::Sanecc, source, &[]).run(&[path.to_str().unwrap()], "");
    assert!(
        outcome.stderr.contains("READ of size 4 at "),
        "{}",
        outcome.stderr
    );
}
