//! Programs of which only some objects follow the provenance of pointers, and processes that have no room for its tables.

use crate::twin::Twin;
use sanecc_abi::shadow::OFFSET_X86_64;
use sanecc_abi::symbols::SLOW_OBJECT;
use std::process::{Command, Output};

/// Passes chunks of either object to either, and gives their memory out again. With an argument, an access of its own leaves its chunk for another one.
const MAIN: &str = r#"#include <stdlib.h>
char *make(int size); void put(char *text, long index); extern char *shared;
void give(char *text, void (*user)(void));
static void use_shared(void) { shared[1] = 1; }
__attribute__((noinline)) static void own(char *text, long index) { text[index] = 1; }
int main(int count, char **words) {
  (void)words;
  for (int round = 0; round < 3000; round++) {
    char *text = make(40 + round % 9);
    own(text, 3);
    put(text, 4);
    shared = text;
    shared[2] = 1;
    free(shared);
    shared = malloc(40);
    own(shared, 1);
    free(shared);
    char *again = malloc(40);
    give(again, use_shared);
    free(again);
  }
  char *one = malloc(100), *two = malloc(100);
  long distance = two - one;
  char *lower = distance > 0 ? one : two;
  put(lower, 5);
  if (count > 1) own(lower, (distance > 0 ? distance : -distance) + 1);
  return 0;
}
"#;
const PART: &str = r"#include <stdlib.h>
char *shared;
char *make(int size) { free(malloc(40)); return malloc(size); }
void put(char *text, long index) { text[index] = 2; }
void give(char *text, void (*user)(void)) { shared = text; user(); user(); }
";

/// Uses a variable of another module beyond its end, where the second argument says so.
const USER: &str = r#"#include <stdlib.h>
extern int numbers[10]; extern int others[10];
__attribute__((noinline)) static void put(int **at, long index) { (*at)[index] = 1; }
int main(int count, char **words) {
  (void)words;
  int *of_numbers = numbers, *of_others = others;
  put(&of_numbers, 9);
  put(&of_others, 9);
  long distance = of_others - of_numbers;
  int **lower = distance > 0 ? &of_numbers : &of_others;
  if (count > 1) put(lower, (distance > 0 ? distance : -distance) + 1);
  return 0;
}
"#;
const OWNER: &str = "int numbers[10], others[10];\n";

#[test]
fn variables_of_other_modules_are_objects() {
    let twin = Twin::new();
    twin.write("user.c", USER);
    twin.write("owner.c", OWNER);
    build(&twin, "-O1 -fsanecc-mode=pointer user.c owner.c -o program");
    is_right(&twin, "pointer");
    build(&twin, "-O1 -fsanecc-mode=pointer -c user.c");
    build(&twin, "-O1 -fsanecc-mode=none -c owner.c");
    build(&twin, "user.o owner.o -o program");
    let unknown = run(&twin, &["further"]);
    assert!(unknown.status.success());
}

/// A living object is addressable, so what is compared with its object reads no shadow in the hot part: also members that are aligned to more than their size.
#[test]
fn accesses_that_are_compared_read_no_shadow() {
    let twin = Twin::new();
    twin.write(
        "part.c",
        "struct node { char tag; struct node *next; short kind; };\nlong sum(const struct node *node) { return node->tag + node->kind; }\n",
    );
    build(&twin, "-O2 -S -fsanecc-mode=pointer part.c -o part.s");
    let code = String::from_utf8(twin.read("part.s")).unwrap();
    assert_eq!(code.matches(SLOW_OBJECT).count(), 2, "{code}");
    assert!(!code.contains(&OFFSET_X86_64.to_string()), "{code}");
}

const LOADED: &str = "#include <stdlib.h>\nchar *make(int size) { return malloc(size); }\n";
const LOADS: &str = r#"#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  void *library = dlopen("./loaded.so", RTLD_NOW);
  if (!library) return puts(dlerror()), 1;
  char *(*make)(int) = (char *(*)(int))dlsym(library, "make");
  char *made = make(8);
  made[7] = 1;
  return 0;
}
"#;

/// The program has all that a library may name, also where its own objects name none of it.
#[test]
fn libraries_of_the_mode_are_loaded_by_programs_of_either_mode() {
    let twin = Twin::new();
    twin.write("loaded.c", LOADED);
    twin.write("loads.c", LOADS);
    for linker in ["bfd", "gold", "lld"] {
        build(
            &twin,
            &format!(
                "-O1 -fsanecc-mode=pointer -shared -fPIC -Wl,-z,defs -fuse-ld={linker} loaded.c -o loaded.so"
            ),
        );
        for mode in ["pointer", "shadow"] {
            build(
                &twin,
                &format!("-O1 -fsanecc-mode={mode} -fuse-ld={linker} loads.c -o program -ldl"),
            );
            let output = run(&twin, &[]);
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{linker} {mode}: {said}");
        }
    }
}

fn twin() -> Twin {
    let twin = Twin::new();
    twin.write("main.c", MAIN);
    twin.write("part.c", PART);
    build(&twin, "-O1 -fsanecc-mode=pointer -c main.c");
    twin
}

fn build(twin: &Twin, words: &str) {
    let words: Vec<&str> = words.split(' ').collect();
    let output = twin.only_ours(&words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
}

fn run(twin: &Twin, words: &[&str]) -> Output {
    let mut command = Command::new(twin.ours("program"));
    // Memory is given out again at once.
    let options = "quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
    command.args(words).env("SANECC_OPTIONS", options);
    command.current_dir(twin.ours("")).output().unwrap()
}

fn is_right(twin: &Twin, how: &str) {
    let correct = run(twin, &[]);
    let said = String::from_utf8_lossy(&correct.stderr);
    assert!(correct.status.success(), "{how}: {said}");
    let wrong = run(twin, &["further"]);
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(said.contains("cross-object-access"), "{how}: {said}");
}

#[test]
fn objects_of_all_modes_link_with_each_other() {
    let twin = twin();
    for mode in ["pointer", "shadow", "none"] {
        build(&twin, &format!("-O1 -fsanecc-mode={mode} -c part.c"));
        build(&twin, "main.o part.o -o program");
        is_right(&twin, mode);
    }
}

#[test]
fn libraries_and_static_programs_follow_it_too() {
    let twin = twin();
    let part = "-O1 -fsanecc-mode=pointer part.c";
    build(&twin, &format!("{part} -shared -fPIC -o libpart.so"));
    build(&twin, "main.o -L. -lpart -Wl,-rpath,. -o program");
    is_right(&twin, "library");
    build(&twin, &format!("{part} main.o -static -o program"));
    is_right(&twin, "static");
}

#[test]
fn a_limit_of_address_space_is_named_at_the_start() {
    let twin = twin();
    build(&twin, "-O1 part.c main.o -o program");
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 100000000 && exec ./program"]);
    let output = command.current_dir(twin.ours("")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("the tables of -fsanecc-mode=pointer"),
        "{said}"
    );
    assert!(said.contains("ulimit -v unlimited"), "{said}");
}
