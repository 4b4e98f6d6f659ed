//! Two definitions of a global in one program (`odr-violation`), and the many ways in which two of a name are right. What
//! clang's AddressSanitizer says of each is held against it.

use super::{Bench, stderr};
use crate::stacks;
use std::process::{Command, Output};

/// Sources: a program that is linked with libraries, one that loads them, one of its own definition, and definitions.
const FILES: [(&str, &str); 14] = [
    ("h.h", "#include <stdio.h>\nint get_a(void), get_b(void);\n"),
    (
        "a.c",
        "int shared[4] = {1};\nint get_a(void) { return shared[0]; }\n",
    ),
    (
        "b.c",
        "\nint shared[4] = {2};\nint get_b(void) { return shared[0]; }\n",
    ),
    (
        "larger.c",
        "int shared[9] = {2};\nint get_b(void) { return shared[0]; }\n",
    ),
    (
        "user.c",
        "#include \"h.h\"\nint main(void) { if (get_a() > 0 && get_b() >= 0) puts(\"fine\"); return 0; }\n",
    ),
    (
        "owner.c",
        "#include \"h.h\"\nint shared[4] = {3};\n\
         int main(void) { if (get_a() > 0 && shared[0] > 0) puts(\"fine\"); return 0; }\n",
    ),
    (
        "reader.c",
        "#include \"h.h\"\nextern int shared[4];\n\
         int main(void) { if (get_a() > 0 && shared[0] > 0) puts(\"fine\"); return 0; }\n",
    ),
    (
        "loader.c",
        "#include <dlfcn.h>\n#include <stdio.h>\n\
         #ifdef OWN\nint shared[4] = {3};\n#endif\n\
         int main(int count, char **names) {\n\
           for (int i = 1; i < count; i++) {\n\
             void *library = dlopen(names[i], HOW);\n\
             if (!library) { puts(dlerror()); return 3; }\n\
             if (CLOSE) dlclose(library);\n\
           }\n\
           puts(\"fine\"); return 0; }\n",
    ),
    (
        "weak.c",
        "__attribute__((weak)) int shared[4] = {1};\nint get_a(void) { return shared[0]; }\n",
    ),
    (
        "common.c",
        "int shared[4];\nint get_a(void) { return shared[0] + 1; }\n",
    ),
    (
        "own.c",
        "static int shared[4] = {1};\nint get_a(void) { return shared[0] + (\"text\"[0] == 0); }\n",
    ),
    (
        "merged.cpp",
        "#include <cstdio>\ninline int shared[4] = {1};\n\
         struct Shape { virtual int area() { return 4; } virtual ~Shape() {} };\n\
         template <class T> struct Of { static T table[4]; };\ntemplate <class T> T Of<T>::table[4] = {1};\n\
         extern \"C\" int GET() { Shape shape; Shape *volatile p = &shape; static int kept = 1; return p->area() + shared[0] + Of<int>::table[0] + kept; }\n\
         #ifdef MAIN\nextern \"C\" int get_a();\nint main() { if (get_a() == GET()) puts(\"fine\"); return 0; }\n#endif\n",
    ),
    (
        "keyed.cpp",
        "#include <cstdio>\nstruct Shape { virtual int area(); };\nint Shape::area() { return 4; }\n\
         extern \"C\" int GET() { Shape shape; Shape *volatile p = &shape; return p->area(); }\n\
         #ifdef MAIN\nextern \"C\" int get_a();\nint main() { if (get_a() == GET()) puts(\"fine\"); return 0; }\n#endif\n",
    ),
    ("only.map", "{ global: get_*; local: *; };\n"),
];

/// What is built in which order and run, and the global that is reported, if any.
struct Situation {
    what: &'static str,
    /// Words for the compiler; `+` compiles C++.
    steps: &'static [&'static str],
    run: &'static str,
    reported: Option<&'static str>,
}

const fn fine(what: &'static str, steps: &'static [&'static str], run: &'static str) -> Situation {
    let reported = None;
    Situation {
        what,
        steps,
        run,
        reported,
    }
}

const fn violation(
    what: &'static str,
    steps: &'static [&'static str],
    run: &'static str,
    name: &'static str,
) -> Situation {
    let reported = Some(name);
    Situation {
        what,
        steps,
        run,
        reported,
    }
}

const LIB_A: &str = "-fPIC -shared a.c -o liba.so";
const LIB_B: &str = "-fPIC -shared b.c -o libb.so";
const OWNER: &str = "owner.c -L. -la -o p";

const SITUATIONS: &[Situation] = &[
    violation("program and library", &[LIB_A, OWNER], "p", "shared"),
    violation(
        "two libraries",
        &[LIB_A, LIB_B, "user.c -L. -la -lb -o p"],
        "p",
        "shared",
    ),
    violation(
        "two libraries and a copy in the program",
        &[
            LIB_A,
            LIB_B,
            "-no-pie -fno-pic reader.c -L. -la -lb -Wl,--no-as-needed -o p",
        ],
        "p",
        "shared",
    ),
    violation(
        "a library that is loaded, and a program that exports",
        &[
            LIB_A,
            "-rdynamic -DOWN -DHOW=RTLD_NOW -DCLOSE=0 loader.c -o p",
        ],
        "p ./liba.so",
        "shared",
    ),
    violation(
        "two libraries that are loaded for all",
        &[
            LIB_A,
            LIB_B,
            "-DHOW=RTLD_NOW|RTLD_GLOBAL -DCLOSE=0 loader.c -o p",
        ],
        "p ./liba.so ./libb.so",
        "shared",
    ),
    violation(
        "a class with its table in two places",
        &[
            "+ -fno-rtti -DGET=get_a -fPIC -shared keyed.cpp -o liba.so",
            "+ -fno-rtti -DGET=get_b -DMAIN keyed.cpp -L. -la -o p",
        ],
        "p",
        "vtable for Shape",
    ),
    fine(
        "libraries that are loaded each for itself",
        &[LIB_A, LIB_B, "-DHOW=RTLD_NOW -DCLOSE=0 loader.c -o p"],
        "p ./liba.so ./libb.so ./liba.so",
    ),
    fine(
        "a program that does not export",
        &[
            LIB_A,
            "-DOWN -DHOW=RTLD_NOW|RTLD_GLOBAL -DCLOSE=0 loader.c -o p",
        ],
        "p ./liba.so",
    ),
    fine(
        "one library at a time, and again",
        &[
            LIB_A,
            LIB_B,
            "-DHOW=RTLD_NOW|RTLD_GLOBAL -DCLOSE=1 loader.c -o p",
        ],
        "p ./liba.so ./libb.so ./liba.so ./liba.so ./libb.so",
    ),
    fine(
        "a copy in the program",
        &[LIB_A, "-no-pie -fno-pic reader.c -L. -la -o p"],
        "p",
    ),
    fine(
        "a weak definition and the program's",
        &["-fPIC -shared weak.c -o liba.so", OWNER],
        "p",
    ),
    fine(
        "common symbols",
        &[
            "-fcommon -fPIC -shared common.c -o liba.so",
            "-fcommon -fPIC -DCOMMON -shared b.c -o libb.so",
            "user.c -L. -la -lb -o p",
        ],
        "p",
    ),
    fine(
        "a static variable",
        &["-fPIC -shared own.c -o liba.so", OWNER],
        "p",
    ),
    fine(
        "hidden symbols",
        &["-fvisibility=protected -fPIC -shared a.c -o liba.so", OWNER],
        "p",
    ),
    fine(
        "a library that binds to itself",
        &["-fPIC -shared a.c -Wl,-Bsymbolic -o liba.so", OWNER],
        "p",
    ),
    fine(
        "a library that exports functions only",
        &[
            "-fPIC -shared a.c -Wl,--version-script=only.map -o liba.so",
            OWNER,
        ],
        "p",
    ),
    fine(
        "variables, tables and types that every unit has",
        &[
            "+ -DGET=get_a -fPIC -shared merged.cpp -o liba.so",
            "+ -DGET=get_b -DMAIN merged.cpp -L. -la -o p",
        ],
        "p",
    ),
];

fn bench() -> Bench {
    let bench = Bench::new();
    for (name, text) in FILES {
        bench.twin.write(name, text);
    }
    bench
}

/// Runs the compiler of one side.
fn build(bench: &Bench, by_clang: bool, step: &str) {
    let (line, driver) = match step.strip_prefix("+ ") {
        Some(rest) => (rest, "--driver-mode=g++ "),
        None => (step, ""),
    };
    if by_clang {
        bench.clang(&format!("{driver}-fsanitize=address -g {line}"));
    } else {
        bench.sanecc(&format!("{driver}-g {line}"));
    }
}

fn run(bench: &Bench, line: &str, options: &str) -> Output {
    let mut command: Command = bench.command(line);
    let both = format!("detect_leaks=0:{options}");
    command.env("ASAN_OPTIONS", both).output().unwrap()
}

/// The name of the global that a report is about.
fn reported(output: &Output) -> Option<String> {
    let said = stderr(output);
    let rest = said.split_once("odr-violation: global '")?.1;
    Some(rest.split('\'').next()?.to_owned())
}

#[test]
fn two_definitions_are_reported_as_by_asan() {
    for situation in SITUATIONS {
        for by_clang in [true, false] {
            let bench = bench();
            for step in situation.steps {
                build(&bench, by_clang, step);
            }
            let output = run(&bench, situation.run, "");
            let said = stderr(&output);
            let what = format!("{}, clang: {by_clang}: {said}", situation.what);
            assert_eq!(reported(&output).as_deref(), situation.reported, "{what}");
            match situation.reported {
                Some(_) => assert_eq!(output.status.code(), Some(1), "{what}"),
                None => assert_eq!(
                    (output.stdout.as_slice(), said.as_str()),
                    (&b"fine\n"[..], ""),
                    "{what}"
                ),
            }
        }
    }
}

/// AddressSanitizer compares symbols of its own, which a version script hides where it does not name them.
#[test]
fn a_violation_is_seen_where_a_version_script_exports_the_variable() {
    let bench = bench();
    let script = "{ global: get_*; shared; local: *; };\n";
    bench.twin.write("with.map", script);
    build(
        &bench,
        false,
        "-fPIC -shared a.c -Wl,--version-script=with.map -o liba.so",
    );
    build(&bench, false, OWNER);
    let output = run(&bench, "p", "");
    assert_eq!(reported(&output).as_deref(), Some("shared"));
}

#[test]
fn which_definitions_count_is_chosen_as_with_asan() {
    for by_clang in [true, false] {
        let bench = bench();
        build(&bench, by_clang, LIB_A);
        build(&bench, by_clang, LIB_B);
        build(&bench, by_clang, "-fPIC -shared larger.c -o liblarger.so");
        build(&bench, by_clang, "user.c -L. -la -lb -o same");
        build(&bench, by_clang, "user.c -L. -la -llarger -o differ");
        bench.twin.write("it.txt", "odr_violation:^sha*d$\n");
        bench.twin.write("other.txt", "odr_violation:^shared_by\n");
        for (program, options, is_reported) in [
            ("same", "detect_odr_violation=1", false),
            ("same", "detect_odr_violation=2", true),
            ("same", "detect_odr_violation=0", false),
            ("differ", "detect_odr_violation=1", true),
            ("differ", "detect_odr_violation=0", false),
            ("differ", "suppressions=it.txt", false),
            ("differ", "suppressions=other.txt", true),
        ] {
            let output = run(&bench, program, options);
            let what = format!("{program} {options} {by_clang}: {}", stderr(&output));
            assert_eq!(reported(&output).is_some(), is_reported, "{what}");
            assert_eq!(output.stdout == b"fine\n", !is_reported, "{what}");
        }
        let output = run(&bench, "same", "halt_on_error=0");
        assert_eq!(output.stdout, b"fine\n", "{}", stderr(&output));
        assert_eq!(stderr(&output).matches("SUMMARY").count(), 1);
    }
}

/// The lines of a report from its title to its stacks, without addresses and the number of the process.
fn head(output: &Output) -> Vec<String> {
    let said = stderr(output);
    let lines = said.lines().skip_while(|line| !line.contains("ERROR"));
    let head = lines.take_while(|line| *line != "  [1]:");
    head.map(|line| {
        let rest = line.trim_start_matches(|c: char| c == '=' || c.is_ascii_digit());
        rest.split(" (0x").next().unwrap_or_default().to_owned()
    })
    .collect()
}

#[test]
fn the_report_names_both_definitions() {
    let heads = [true, false].map(|by_clang| {
        let bench = bench();
        build(&bench, by_clang, LIB_B);
        build(&bench, by_clang, "-fPIC -shared a.c -o liba.so");
        build(&bench, by_clang, "user.c -L. -la -lb -o p");
        let output = run(&bench, "p", "report_format=asan:fast_unwind_on_malloc=0");
        let folder = bench.twin.ours("").display().to_string();
        let lines = head(&output);
        let lines: Vec<_> = lines.iter().map(|line| line.replace(&folder, "")).collect();
        let said = stderr(&output);
        assert!(said.contains("in __asan_register_globals"), "{said}");
        assert!(said.contains("you may set ASAN_OPTIONS=detect_odr_violation=0"));
        if !by_clang {
            let text = stderr(&run(&bench, "p", ""));
            for line in [
                "odr-violation: two definitions of the global 'shared' at address 0x",
                "  [1] size=16 'shared' a.c:1 in ",
                "  [2] size=16 'shared' b.c:2 in ",
                " sanecc.module_start b.c\n",
                "HINT: detect_odr_violation=0 in SANECC_OPTIONS",
                "SUMMARY: sanecc: odr-violation: global 'shared' at a.c:1 in ",
            ] {
                assert!(text.contains(line), "{line}: {text}");
            }
            let json = stderr(&run(&bench, "p", "report_format=json"));
            let record: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
            assert_eq!(record["kind"], "odr-violation");
            let definitions = &record["definitions"];
            for (number, file, line) in [(0, "a.c", 1), (1, "b.c", 2)] {
                let one = &definitions[number];
                assert_eq!(one["name"], "shared");
                assert_eq!((&one["file"], &one["line"]), (&file.into(), &line.into()));
                assert_eq!(one["size"], 16);
            }
            assert_eq!(record["stacks"][1]["role"], "registered");
            // The text names the constructor's file again, as ASan's does.
            let mut shown = stacks::in_text(&text);
            for (stack, file) in shown.iter_mut().zip(["a.c", "b.c"]) {
                stack[0] = stack[0].trim_end_matches(file).trim_end().to_owned();
            }
            assert_eq!(stacks::in_json(&record["stacks"]), shown);
            let place = |text: &str| {
                let message = text.split_once("odr-violation: ")?.1;
                let (before, after) = message.split_once(" at address 0x")?;
                let after = after.trim_start_matches(|c: char| c.is_ascii_hexdigit());
                Some(format!(
                    "{before}{}",
                    after
                        .split_once(" at pc")
                        .map_or(after, |(message, _)| message)
                ))
            };
            assert_eq!(
                place(record["message"].as_str().unwrap_or_default()),
                place(&text)
            );
        }
        lines
    });
    // File names are as the compiler was given them here, and whole there.
    let short = |lines: &[String]| -> Vec<String> {
        lines
            .iter()
            .map(|line| line.replace(" /", " ").replace("./", ""))
            .collect()
    };
    assert_eq!(short(&heads[0]), short(&heads[1]));
}
