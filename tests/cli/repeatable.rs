//! The same input makes the same bytes, wherever intermediate files lie and whatever runs beside.

use crate::twin::Twin;
use std::process::{Command, Stdio};

/// Runs sanecc with intermediate files in a new folder of their own.
fn run(twin: &Twin, words: &[&str]) {
    let temporary = tempfile::tempdir().unwrap();
    let output = twin
        .command(words)
        .env("TMPDIR", temporary.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}\n{said}");
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

#[test]
fn row_72_repeatable() {
    let twin = Twin::new();
    for (flags, name) in [
        (vec!["-g", "-c"], "a.o"),
        (vec!["-O2", "-c"], "a.o"),
        (vec!["-g", "-gsplit-dwarf", "-c"], "a.dwo"),
        (vec!["b.c", "-o", "p"], "p"),
        (vec!["-O2", "-g", "b.c", "-o", "p"], "p"),
    ] {
        let made = [0, 1].map(|_| {
            run(&twin, &[&["a.c"], &flags[..]].concat());
            let more = if name == "p" { "p" } else { "a.o" };
            (twin.read(name), twin.read(more))
        });
        assert!(made[0] == made[1], "{flags:?}");
        assert!(!holds(&made[0].0, "/sanecc-"), "{flags:?}");
        assert!(!holds(&made[0].1, "/sanecc-"), "{flags:?}");
    }
}

#[test]
fn row_72_recorded_command_line() {
    let twin = Twin::new();
    twin.write("words", "-frecord-gcc-switches");
    for words in [
        &["-g", "-DX=a b", "-frecord-command-line", "-c", "b.c"][..],
        &[
            "-g",
            "-grecord-command-line",
            "-fsanecc-elide=none",
            "-c",
            "b.c",
        ],
        &["@words", "-c", "b.c"],
        &[
            "-frecord-command-line",
            "-fno-record-command-line",
            "-c",
            "b.c",
        ],
    ] {
        let made = [0, 1].map(|_| {
            let output = twin.only_ours(words);
            assert!(output.status.success() && output.stderr.is_empty());
            twin.read("b.o")
        });
        assert!(made[0] == made[1], "{words:?}");
        let escaped: Vec<String> = words.iter().map(|word| word.replace(' ', "\\ ")).collect();
        let line =
            format!("sanecc {}", escaped.join(" ")).replace("@words", "-frecord-gcc-switches");
        assert_eq!(
            holds(&made[0], &line),
            !words.contains(&"-fno-record-command-line"),
            "{line}"
        );
    }
}

/// Globals and stack objects, too, have records that name a file.
const RECORDED: &str = "static int table[4] = {1, 2, 3, 4};\n\
    extern void fill(int *);\n\
    int read(int at) { int room[4]; fill(room); return table[at] + room[at]; }\n";

#[test]
fn row_72_a_prefix_map_hides_the_folder() {
    let twin = Twin::new();
    for folder in ["here", "over/there"] {
        twin.write(&format!("{folder}/t.c"), RECORDED);
    }
    for (flags, maps) in [
        (&["-O0"][..], &["-ffile-prefix-map"][..]),
        (&["-O2"], &["-fdebug-prefix-map"]),
        (&["-O2", "-g"], &["-ffile-prefix-map"]),
        (
            &["-O1", "-g"],
            &["-fdebug-prefix-map", "-fmacro-prefix-map"],
        ),
    ] {
        let object = |folder: &str, maps: &[&str]| {
            let folder = twin.ours(folder);
            let (source, object) = (folder.join("t.c"), folder.join("t.o"));
            let maps = maps
                .iter()
                .map(|map| format!("{map}={}=/mapped", folder.display()));
            let words: Vec<String> = flags
                .iter()
                .map(|&flag| flag.to_owned())
                .chain(maps)
                .collect();
            let mut command = twin.command(&words);
            command
                .current_dir(&folder)
                .arg("-c")
                .arg(source)
                .arg("-o")
                .arg(&object);
            assert!(command.status().unwrap().success());
            std::fs::read(object).unwrap()
        };
        let mapped = ["here", "over/there"].map(|folder| object(folder, maps));
        assert!(mapped[0] == mapped[1], "{flags:?}");
        assert!(holds(&mapped[0], "/mapped/t.c"), "{flags:?}");
        assert!(object("here", &[]) != mapped[0], "{flags:?}");
    }
}

#[test]
fn row_72_the_date_is_what_the_environment_says() {
    let twin = Twin::new().env("SOURCE_DATE_EPOCH", "86400");
    twin.write("d.c", "const char *built(void) { return __DATE__; }\n");
    twin.same(&["-c", "d.c"]).same_stderr().succeeds();
    assert!(holds(&twin.read("d.o"), "Jan  2 1970"));
}

/// Programs of two sources with equal names each, all at once in one folder.
#[test]
fn row_73_equal_names_at_once() {
    let twin = Twin::new();
    let children: Vec<_> = (0..16)
        .map(|number| {
            let [first, second] = ["one", "two"].map(|folder| format!("{folder}{number}/x.c"));
            twin.write(
                &first,
                &format!("int f(void);\nint main(void) {{ return f() + {number}; }}\n"),
            );
            twin.write(&second, &format!("int f(void) {{ return {number}; }}\n"));
            let mut command = twin.command(&[&first, &second, "-o", &format!("p{number}")]);
            command.stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for (number, child) in children.into_iter().enumerate() {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        assert_eq!(
            twin.program(&format!("p{number}")).status.code(),
            Some(2 * number as i32)
        );
    }
}

#[test]
fn row_73_equal_names_under_make() {
    let twin = Twin::new();
    let mut makefile = String::from("all:\n%/x.o: %/x.c\n\t$(CC) -O1 -MMD -c $< -o $@\n");
    for number in 0..32 {
        twin.write(
            &format!("d{number}/x.c"),
            &format!("int f{number}(int *p) {{ return p[{number}]; }}\n"),
        );
        makefile += &format!("all: d{number}/x.o\n");
    }
    twin.write("Makefile", &makefile);
    let make = |jobs: &str| {
        let compiler = twin.command::<&str>(&[]);
        let mut command = Command::new("make");
        command
            .args(["-B", jobs])
            .current_dir(twin.ours(""))
            .env_remove("MAKEFLAGS");
        command.env("CC", compiler.get_program());
        let output = command.output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        (0..32)
            .map(|number| twin.read(&format!("d{number}/x.o")))
            .collect::<Vec<_>>()
    };
    let objects = make("-j32");
    assert!(objects == make("-j1"));
    for (number, object) in objects.iter().enumerate() {
        assert!(holds(object, &format!("f{number}\0")), "{number}");
    }
}
