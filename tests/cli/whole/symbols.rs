//! What symbols mean to linkers beside names of functions: each program prints the same as its modules compiled alone by clang.

use super::{runs, sources, tool};
use crate::twin::{CLANG, Twin};
use std::process::Command;

/// Links the sources as a whole program and by clang, and compares what they print. Gives the sources that were merged.
fn same(sources_of: &[(&str, &str)], more: &[&str]) -> (Twin, Vec<String>) {
    let twin = Twin::new();
    let mut names = Vec::new();
    for (name, text) in sources_of {
        twin.write(name, text);
        names.push(*name);
    }
    let link = [&names, more].concat();
    tool(
        &twin,
        CLANG,
        &[&link[..], &["-O2", "-o", "native"]].concat(),
    );
    let native = Command::new(twin.ours("native")).output().unwrap();
    assert!(native.status.success() && !native.stdout.is_empty());
    let said = runs(&twin, &[&link[..], &["-o", "p"]].concat());
    assert_eq!(said, "");
    let ours = twin.program("p");
    assert_eq!(ours.stdout, native.stdout, "{ours:?}");
    assert_eq!(ours.status.code(), native.status.code());
    let merged = merged_sources(&twin);
    (twin, merged)
}

fn merged_sources(twin: &Twin) -> Vec<String> {
    let copied = ["--dump-section", ".sanecc.whole=note.json", "p"];
    tool(twin, "objcopy", &copied);
    let note = serde_json::from_slice(&twin.read("note.json")).unwrap();
    sources(&note).iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn aliases_are_the_functions_and_variables_that_they_name() {
    let main = "#include <stdio.h>\nint other(int); int weakly(int); extern int number; void set(int);\n\
        int main(void) { set(5); printf(\"%d %d %d\\n\", other(1), weakly(2), number); return 0; }\n";
    let names = "static int one(int x) { return x + 1; }\nint other(int) __attribute__((alias(\"one\")));\n\
        int weakly(int) __attribute__((weak, alias(\"one\")));\nstatic int hidden;\nextern int number __attribute__((alias(\"hidden\")));\n\
        void set(int x) { hidden = x; }\n";
    let (_, merged) = same(&[("main.c", main), ("names.c", names)], &[]);
    assert_eq!(merged, ["main.c", "names.c"]);
}

#[test]
fn ifuncs_are_resolved_when_the_program_starts() {
    let main = "#include <stdio.h>\nint chosen(int);\nint main(void) { int (*p)(int) = chosen; printf(\"%d %d\\n\", chosen(1), p(2)); return 0; }\n";
    let chosen = "static int plain(int x) { return x + 40; }\nstatic int (*choose(void))(int) { return plain; }\n\
        int chosen(int) __attribute__((ifunc(\"choose\")));\n";
    let (_, merged) = same(&[("main.c", main), ("chosen.c", chosen)], &[]);
    assert_eq!(merged, ["main.c", "chosen.c"]);
}

#[test]
fn each_thread_has_its_own_variables() {
    let main = "#include <pthread.h>\n#include <stdio.h>\nextern _Thread_local int own; int *local(void);\n\
        static void *run(void *p) { (void)p; own++; ++*local(); printf(\"%d %d\\n\", own, *local()); return 0; }\n\
        int main(void) { own = 7; *local() = 9; pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); run(0); return 0; }\n";
    let own = "_Thread_local int own = 1;\nstatic _Thread_local int hidden;\nint *local(void) { return &hidden; }\n";
    let (_, merged) = same(&[("main.c", main), ("own.c", own)], &["-pthread"]);
    assert_eq!(merged, ["main.c", "own.c"]);
}

#[test]
fn constructors_run_in_their_order() {
    let ctor = |name: &str| {
        format!(
            "#include <stdio.h>\n__attribute__((constructor(20{n}))) static void early(void) {{ puts(\"early {name}\"); }}\n\
             __attribute__((constructor)) static void late(void) {{ puts(\"late {name}\"); }}\n\
             __attribute__((destructor)) static void end(void) {{ puts(\"end {name}\"); }}\n",
            n = if name == "a" { 2 } else { 1 }
        )
    };
    let main = format!(
        "{}int main(void) {{ puts(\"main\"); return 0; }}\n",
        ctor("a")
    );
    let (_, merged) = same(&[("a.c", &main), ("b.c", &ctor("b"))], &[]);
    assert_eq!(merged, ["a.c", "b.c"]);
}

#[test]
fn common_symbols_are_one_variable_of_the_largest_size() {
    let main = "#include <stdio.h>\nint shared[2]; int *other(void);\nint main(void) { shared[1] = 3; printf(\"%d %d\\n\", shared == other(), other()[7]); return 0; }\n";
    let other = "int shared[8];\nint *other(void) { shared[7] = shared[1] + 1; return shared; }\n";
    let (_, merged) = same(&[("main.c", main), ("other.c", other)], &["-fcommon"]);
    assert_eq!(merged, ["main.c", "other.c"]);
}

#[test]
fn assembly_between_functions_finds_what_it_names() {
    let main = "#include <stdio.h>\nint through(int);\nint main(void) { printf(\"%d\\n\", through(4)); return 0; }\n";
    let named = "int named(int x) { return x * 3; }\n";
    let assembly =
        "__asm__(\".globl through\\n.type through,@function\\nthrough: jmp named\\n\");\n";
    let files = [
        ("main.c", main),
        ("named.c", named),
        ("assembly.c", assembly),
    ];
    let (_, merged) = same(&files, &["-no-pie"]);
    assert!(merged.contains(&"named.c".to_owned()), "{merged:?}");
}

#[test]
fn what_is_exported_is_found_by_its_name() {
    let main = "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\n\
        int main(void) { int (*p)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, \"plugged\"); printf(\"%d\\n\", p ? p(1) : -1); return 0; }\n";
    let plugged = "int plugged(int x) { return x + 1; }\n";
    let (_, merged) = same(&[("main.c", main), ("plugged.c", plugged)], &["-rdynamic"]);
    assert_eq!(merged, ["main.c", "plugged.c"]);
}

#[test]
fn encapsulation_symbols_mark_sections() {
    let item = |name: &str| {
        format!("__attribute__((used, section(\"items\"))) static const int {name} = 1;\n")
    };
    let main = format!(
        "#include <stdio.h>\nextern const int __start_items[], __stop_items[];\n{}\
         int main(void) {{ int s = 0; for (const int *p = __start_items; p < __stop_items; p++) s += *p == 1; printf(\"%d\\n\", s); return 0; }}\n",
        item("a")
    );
    let (_, merged) = same(&[("main.c", &main), ("b.c", &item("b"))], &[]);
    assert_eq!(merged, ["main.c", "b.c"]);
}

/// The bitcode is large enough for several objects: functions and variables of one module are used from another object.
#[test]
fn large_programs_are_made_of_several_objects() {
    let table = |name: &str| {
        format!(
            "const char {name}[3000000] = \"{}\";\n",
            "a~".repeat(1_400_000)
        )
    };
    let main = format!(
        "#include <stdio.h>\nextern const char second[]; int of_second(int);\nvolatile int zero;\n{}static __attribute__((noinline)) int local(int x) {{ return first[x]; }}\n\
         int main(void) {{ printf(\"%d %d %d\\n\", local(zero + 1), second[zero + 2], of_second(zero + 3)); return 0; }}\n",
        table("first")
    );
    let other = format!(
        "{}static __attribute__((noinline)) int local(int x) {{ return second[x] + 1; }}\nint of_second(int x) {{ return local(x) * 2; }}\n",
        table("second")
    );
    let (twin, merged) = same(&[("main.c", &main), ("other.c", &other)], &[]);
    assert_eq!(merged, ["main.c", "other.c"]);
    let names = tool(&twin, "nm", &["p"]);
    assert!(
        names.contains(" local.sanecc\n") && names.contains(" second.sanecc\n"),
        "{names}"
    );
    let first = twin.read("p");
    runs(&twin, &["main.c", "other.c", "-o", "p"]);
    assert!(first == twin.read("p"), "two links differ");
}
