//! What users of AddressSanitizer have complained of for years, row by row of `docs/asan-complaints.md`: what sanecc does, and
//! what clang's AddressSanitizer still does.

use crate::twin;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A compiler that checks.
#[derive(Clone, Copy)]
enum With {
    Sanecc,
    Asan,
}

/// A folder with sources.
struct Bench(TempDir);

impl Bench {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        Self(folder)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.0.path())
            .env_remove("ASAN_OPTIONS");
        command.env("SANECC_RUNTIME", twin::runtime());
        command
    }

    /// Compiles with checks.
    fn checked(&self, with: With, words: &str) -> &Self {
        let program = match with {
            With::Sanecc => env!("CARGO_BIN_EXE_sanecc"),
            With::Asan => "clang-19",
        };
        self.compile(self.command(program).arg("-fsanitize=address"), words)
    }

    /// Compiles without.
    fn unchecked(&self, words: &str) -> &Self {
        self.compile(&mut self.command("clang-19"), words)
    }

    fn compile(&self, command: &mut Command, words: &str) -> &Self {
        let output = command.args(words.split(' ')).output().unwrap();
        assert!(output.status.success(), "{words}: {}", text(&output));
        self
    }

    /// Runs a line of the shell.
    fn run(&self, options: &str, line: &str) -> Output {
        let mut command = self.command("sh");
        command.args(["-c", line]).env("ASAN_OPTIONS", options);
        command.output().unwrap()
    }

    /// What a line prints, which ends well.
    fn silent(&self, line: &str) -> String {
        let output = self.run("", line);
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{}",
            text(&output)
        );
        String::from_utf8(output.stdout).unwrap()
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Copies an argument into an array whose size is known, and one whose size is not.
const COPY: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int count, char **words) {
  char array[8], *chunk = malloc(count + 6);
  if (count > 2) strcpy(array, words[1]), puts(array);
  sprintf(chunk, \"%s\", words[1]);
  return 0;
}
";

#[test]
fn fortified_functions_are_checked_and_report() {
    let bench = Bench::new(&[("copy.c", COPY)]);
    bench.checked(With::Sanecc, "-g -O2 -D_FORTIFY_SOURCE=3 copy.c -o copy");
    for (line, kind, place) in [
        (
            "./copy 123456789",
            "heap-buffer-overflow",
            "copy.c:7:3 in main",
        ),
        (
            "./copy 123456789 x",
            "stack-buffer-overflow",
            "copy.c:6:18 in main",
        ),
    ] {
        let said = text(&bench.run("", line));
        assert!(
            said.contains(&format!("SUMMARY: sanecc: {kind} {place}")),
            "{said}"
        );
    }
    bench.silent("./copy 123");
    bench.checked(With::Asan, "-g -O2 -D_FORTIFY_SOURCE=3 copy.c -o copy");
    let said = text(&bench.run("", "./copy 123456789 x"));
    assert!(
        said.contains("*** buffer overflow detected ***") && !said.contains("SUMMARY"),
        "{said}"
    );
}

/// A library with a function that allocates, and one that reads a byte too far.
const LIBRARY: &str = "\
#include <stdlib.h>
#include <string.h>
char *make(void) { return strcpy(malloc(8), \"made\"); }
char read(int at) { char *chunk = calloc(8, 1), byte = chunk[at]; free(chunk); return byte; }
";

const LOADER: &str = "\
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  void *library = dlopen(\"./lib.so\", RTLD_NOW | HOW);
  char *(*make)(void) = (char *(*)(void))dlsym(library, \"make\");
  char (*read)(int) = (char (*)(int))dlsym(library, \"read\");
  char *made = make();
  puts(made);
  read(count > 1 ? 8 : 7);
  dlclose(library);
  free(made);
  return count > 2 ? made[0] : 0;
}
";

#[test]
fn a_library_that_prefers_its_own_symbols_is_opened_and_checked() {
    let bench = Bench::new(&[("lib.c", LIBRARY), ("loader.c", LOADER)]);
    let build = |with| {
        bench.checked(with, "-g -shared -fPIC lib.c -o lib.so");
        bench.checked(with, "-g -DHOW=RTLD_DEEPBIND loader.c -o loader");
    };
    build(With::Sanecc);
    assert_eq!(bench.silent("./loader"), "made\n");
    let said = text(&bench.run("", "./loader x"));
    assert!(
        said.contains("SUMMARY: sanecc: heap-buffer-overflow lib.c:4:"),
        "{said}"
    );
    build(With::Asan);
    assert!(text(&bench.run("", "./loader")).contains("RTLD_DEEPBIND flag which is incompatible"));
}

#[test]
fn frames_of_an_unloaded_library_have_names() {
    let bench = Bench::new(&[
        ("lib.c", LIBRARY),
        ("loader.c", &LOADER.replace("count > 1 ? 8 : 7", "7")),
        (
            "main.c",
            "#include <dlfcn.h>\nint main(void) {\n  void *library = dlopen(\"./lib.so\", RTLD_NOW);\n  char *(*make)(void) = (char *(*)(void))dlsym(library, \"make\");\n  make();\n  dlclose(library);\n  return 0;\n}\n",
        ),
    ]);
    let build = |with| {
        bench.checked(with, "-g -shared -fPIC lib.c -o lib.so");
        bench.checked(with, "-g -DHOW=0 loader.c -o loader");
        bench.checked(with, "-g main.c -o main");
    };
    build(With::Sanecc);
    let said = text(&bench.run("", "./loader x x"));
    assert!(
        said.contains("SUMMARY: sanecc: heap-use-after-free loader.c:13:"),
        "{said}"
    );
    assert!(
        said.contains(" in make ") && said.contains("lib.c:3:"),
        "{said}"
    );
    let leaks = |said: String| {
        assert!(said.contains("8 byte(s) in 1 object(s)"), "{said}");
        assert!(
            said.contains(" in make ") && said.contains("lib.c:3:"),
            "{said}"
        );
    };
    leaks(text(&bench.run("detect_leaks=1", "./main")));
    // Nor need the library be checked.
    bench.unchecked("-g -fno-omit-frame-pointer -shared -fPIC lib.c -o lib.so");
    leaks(text(&bench.run("detect_leaks=1", "./main")));
    build(With::Asan);
    let said = text(&bench.run("", "./loader x x"));
    assert!(said.contains("(<unknown module>)"), "{said}");
}

const LEAK: &str = "\
#include <stdlib.h>
void *volatile lost;
int main(void) { lost = malloc(33); lost = 0; return 0; }
";

/// Runs a command as a debugger does, and ends as it ends.
const DEBUGGER: &str = "\
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>
int main(int count, char **words) {
  int status;
  pid_t child = fork();
  if (!child) { ptrace(PTRACE_TRACEME, 0, 0, 0); execv(words[1], words + 1); _exit(99); }
  while (waitpid(child, &status, 0) > 0) {
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WIFSIGNALED(status)) return 98;
    int signal = WSTOPSIG(status);
    ptrace(PTRACE_CONT, child, 0, signal == SIGTRAP ? 0 : signal);
  }
  return 97;
}
";

#[test]
fn leaks_are_found_under_a_debugger() {
    let bench = Bench::new(&[("leak.c", LEAK), ("debugger.c", DEBUGGER)]);
    bench
        .unchecked("debugger.c -o debugger")
        .checked(With::Sanecc, "-g leak.c -o leak");
    let output = bench.run("detect_leaks=1", "./debugger ./leak");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("33 byte(s) leaked in 1 allocation(s)"));
    bench.checked(With::Asan, "-g leak.c -o leak");
    let said = text(&bench.run("detect_leaks=1", "./debugger ./leak"));
    assert!(
        said.contains("LeakSanitizer has encountered a fatal error"),
        "{said}"
    );
}

/// A global that an unchecked program defines, with others around it, and a checked library, too.
const SHARED: [(&str, &str); 2] = [
    (
        "main.c",
        "long aligned = 1;\nchar byte = 1, shared[3] = \"ab\", more[40];\nint first(void);\n\
         int main(void) { more[39] = first(); return more[39] == 'a' ? 0 : 3; }\n",
    ),
    (
        "lib.c",
        "char shared[3] = \"cd\";\nint first(void) { return shared[0]; }\n",
    ),
];

fn build_shared(bench: &Bench, with: With, flags: &str) {
    bench.unchecked("-O1 -c main.c -o main.o");
    bench.checked(with, &format!("-O1 {flags}-shared -fPIC lib.c -o lib.so"));
    bench.checked(with, "main.o ./lib.so -o program");
}

#[test]
fn a_global_that_unchecked_code_defines_too_gets_no_redzone() {
    let bench = Bench::new(&SHARED);
    build_shared(&bench, With::Sanecc, "");
    bench.silent("./program");
}

#[test]
fn no_definition_is_called_misaligned() {
    let bench = Bench::new(&SHARED);
    let flags = "-mllvm -asan-use-private-alias=0 -fno-sanitize-address-use-odr-indicator ";
    build_shared(&bench, With::Sanecc, flags);
    bench.silent("./program");
    build_shared(&bench, With::Asan, flags);
    assert!(text(&bench.run("", "./program")).contains("global variable is not properly aligned"));
}

#[test]
fn little_address_space_is_enough() {
    let bench = Bench::new(&[("copy.c", COPY)]);
    bench.checked(With::Sanecc, "-g copy.c -o copy");
    let limit = "ulimit -v 1000000 && exec ./copy";
    assert_eq!(bench.silent(&format!("{limit} 123")), "");
    let said = text(&bench.run("", &format!("{limit} 123456789")));
    assert!(
        said.contains("SUMMARY: sanecc: heap-buffer-overflow"),
        "{said}"
    );
    bench.checked(With::Asan, "-g copy.c -o copy");
    assert!(
        text(&bench.run("", &format!("{limit} 123"))).contains("ReserveShadowMemoryRange failed")
    );
}

/// Prints where it and a chunk lie; with an argument, reads behind a global.
const LAYOUT: &str = "\
#include <stdio.h>
#include <stdlib.h>
static int table[4] = {1, 2, 3, 4};
int main(int count, char **words) {
  char *chunk = malloc(8);
  printf(\"%p %p\\n\", (void *)table, (void *)chunk);
  free(chunk);
  return count > 1 ? table[count + 2] : 0;
}
";

/// With `vm.mmap_rnd_bits=32` the kernel may load a program anywhere in 16 TiB from 0x555555554000 on. Linked for an address
/// of this range, it lies there for certain.
#[test]
fn a_program_may_lie_wherever_the_kernel_can_put_it() {
    let bench = Bench::new(&[("layout.c", LAYOUT)]);
    bench.checked(With::Sanecc, "-g -fPIE -c layout.c -o layout.o");
    let start = ["Scrt1.o", "crti.o", "crtbeginS.o"];
    let end = ["crtendS.o", "crtn.o"];
    for place in [
        "555555554000",
        "602000000000",
        "603000000000",
        "655555554000",
    ] {
        let file = |name: &&str| {
            let clang = self::text(&bench.run("", &format!("clang-19 -print-file-name={name}")));
            clang.trim().to_owned()
        };
        let [start, end] = [
            start.iter().map(file).collect::<Vec<_>>(),
            end.iter().map(file).collect(),
        ];
        let words = format!(
            "-no-pie -nostartfiles {} layout.o {} -Wl,--no-relax -Wl,-Ttext-segment=0x{place} -o layout",
            start.join(" "),
            end.join(" ")
        );
        bench.checked(With::Sanecc, &words);
        let said = bench.silent("./layout");
        assert!(
            said.starts_with(&format!("0x{}", &place[..6])),
            "{place}: {said}"
        );
        let said = text(&bench.run("", "./layout x"));
        assert!(
            said.contains("SUMMARY: sanecc: global-buffer-overflow"),
            "{place}: {said}"
        );
    }
}

#[test]
fn suppressions_may_be_compiled_in() {
    let functions = "\
const char *__asan_default_suppressions(void) { return \"leak:other\\n\"; }
const char *__lsan_default_suppressions(void) { return \"leak:main\\n\"; }
";
    let bench = Bench::new(&[("leak.c", LEAK), ("functions.c", functions)]);
    bench.checked(With::Sanecc, "-g leak.c functions.c -o leak");
    let output = bench.run("detect_leaks=1:print_suppressions=0", "./leak");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        text(&output)
    );
    bench.checked(With::Sanecc, "-g leak.c -o leak");
    assert_eq!(bench.run("detect_leaks=1", "./leak").status.code(), Some(1));
}

/// Leaves many frames with arrays by `longjmp`, then by a jump of unchecked code, and uses the stack again.
const JUMPS: &str = "\
#include <setjmp.h>
#include <string.h>
static jmp_buf place;
void *unseen[5];
void jump(void);
static volatile int seen;
__attribute__((noinline)) static void deep(int depth) {
  volatile char array[256];
  for (int i = 0; i < 256; i++) array[i] = depth;
  if (depth) deep(depth - 1);
  else if (seen) longjmp(place, 1);
  else jump();
  array[1] = 1;
}
__attribute__((noinline)) static int flat(void) {
  char array[6000], *volatile all = array;
  memset(all, 1, sizeof array);
  return all[5999];
}
__attribute__((noinline)) static char *stale(void) { char array[64], *volatile gone = array; gone[0] = 0; return gone; }
int main(int count, char **words) {
  seen = 1;
  for (volatile long i = 0; i < 100000; i++)
    if (!setjmp(place)) deep(8);
  seen = 0;
  if (!__builtin_setjmp(unseen)) deep(8);
  if (flat() != 1) return 3;
  return count > 1 ? stale()[0] : 0;
}
";

#[test]
fn jumps_leave_neither_poison_nor_frames_behind() {
    let unseen = "extern void *unseen[5];\nvoid jump(void) { __builtin_longjmp(unseen, 1); }\n";
    let bench = Bench::new(&[("jumps.c", JUMPS), ("unseen.c", unseen)]);
    bench.unchecked("-O1 -c unseen.c -o unseen.o");
    for flags in ["", "-fsanitize-address-use-after-return=never "] {
        bench.checked(
            With::Sanecc,
            &format!("-g -O1 {flags}jumps.c unseen.o -o jumps"),
        );
        bench.silent("./jumps");
        let output = bench.run("", "./jumps x");
        assert_eq!(output.status.signal(), None);
        let found = text(&output).contains("SUMMARY: sanecc: stack-use-after-return");
        assert_eq!(found, flags.is_empty(), "{}", text(&output));
    }
}
