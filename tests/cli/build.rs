//! `sane build`: ordinary builds with sanecc as their compiler, and what it says of them.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SANE: &str = env!("CARGO_BIN_EXE_sane");

/// A makefile that names its own compiler, with all kinds of sources.
const MAKEFILE: &str = "\
CC = gcc
all: prog libx.a
prog: main.o sub/part.o asm.o loose.o
\t$(CC) -o $@ $^
libx.a: sub/part.o
\tar rc $@ $^
loose.o: loose.c
\t$(CC) -c -fsanecc-mode=none loose.c
asm.o: asm.s
\t$(CC) -c asm.s
sub/part.o: sub/part.c
\tcd sub && $(CC) -O1 -c part.c
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn project() -> Folder {
        let folder = Folder::new();
        for (name, text) in [
            ("Makefile", MAKEFILE),
            (
                "main.c",
                "int part(unsigned), loose(int *); int main(void) { int v[4] = {0}; return loose(v) + part(v[1]); }\n",
            ),
            (
                "sub/part.c",
                "static int table[8]; int part(unsigned i) { return table[i]; }\n",
            ),
            ("loose.c", "int loose(int *p) { return *p; }\n"),
            ("asm.s", ".section .note.GNU-stack,\"\",@progbits\n"),
        ] {
            folder.write(name, text);
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn sane(&self, words: &[&str]) -> Output {
        let mut command = Command::new(SANE);
        command.args(words).current_dir(self.0.path());
        command
            .env_remove("MAKEFLAGS")
            .env("SANECC_RUNTIME", crate::twin::runtime());
        command.output().unwrap()
    }

    /// What `sane` prints.
    fn says(&self, words: &[&str]) -> String {
        let output = self.sane(words);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, words: &[&str]) -> Value {
        self.says(words);
        serde_json::from_slice(&std::fs::read(self.path("said.json")).unwrap()).unwrap()
    }
}

const JSON: [&str; 5] = ["build", "--format", "json", "-o", "said.json"];

#[test]
fn a_makefile_is_built_and_told_about() {
    let folder = Folder::project();
    let text = folder.says(&["build", "--log", "log", "--", "make", "-s", "-j4"]);
    let expected = "\
programs: prog
libraries: libx.a
units with checks: 2
accesses: ";
    assert!(text.starts_with(expected), "{text}");
    assert!(
        text.contains("not checked (-fsanecc-mode=none): loose.c\n"),
        "{text}"
    );
    assert!(
        text.contains("not checked (assembly has no checks): asm.s\n"),
        "{text}"
    );
    assert!(text.contains(" checked ("), "{text}");
    // The program can be asked, and so can the records, which know the folders.
    let asked = folder.says(&["report", "--format", "text", "prog"]);
    assert!(
        asked.contains("loose.c: it is linked in without remarks"),
        "{asked}"
    );
    let logged = folder.says(&["report", "--format", "text", "log"]);
    assert!(logged.contains("sub/part.c"), "{logged}");
    // All is built: nothing is compiled.
    let again = folder.says(&["build", "--", "make", "-s"]);
    assert!(again.contains("nothing was compiled"), "{again}");
}

#[test]
fn the_exit_code_is_the_commands() {
    let folder = Folder::project();
    folder.write("main.c", "int main(void) { return nothing; }\n");
    let output = folder.sane(&["build", "--", "make", "-s"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("not compiled, because of errors: main.c\n"),
        "{text}"
    );
    let output = folder.sane(&["build", "--", "sh", "-c", "exit 7"]);
    assert_eq!(output.status.code(), Some(7));
    let output = folder.sane(&["build", "--", "./not-there"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("sane build: error: cannot run ./not-there: "),
        "{error}"
    );
}

#[test]
fn configure_and_others_get_the_compilers_from_the_environment() {
    let folder = Folder::new();
    folder.write(
        "a.c",
        "int main(int c, char **v) { return v[0][0] != 0; }\n",
    );
    folder.write("b.cc", "int b(int *p) { return *p; }\n");
    let script = "echo 'int main(void) { return 0; }' > conftest.c && $CC conftest.c -o conftest && rm conftest* && \
        mkdir -p CMakeFiles/1.0/CompilerIdC meson-private && cp a.c CMakeFiles/1.0/CompilerIdC/id.c && cp a.c meson-private/check.c && \
        (cd CMakeFiles/1.0/CompilerIdC && $CC id.c) && $CC meson-private/check.c -o meson-private/check.exe && $CC a.c -o a && $CXX -shared -fPIC b.cc -o libb.so";
    let database = ["--compile-commands", "commands.json"];
    let said = folder.json(&[&JSON[..], &database, &["--", "sh", "-ec", script]].concat());
    assert_eq!(said["programs"], serde_json::json!(["a"]));
    assert_eq!(said["libraries"], serde_json::json!(["libb.so"]));
    assert_eq!((&said["units"], &said["trials"]), (&2.into(), &3.into()));
    assert_eq!(said["unchecked"], serde_json::json!({}));
    // What was only tried is in no database.
    let text = std::fs::read_to_string(folder.path("commands.json")).unwrap();
    let entries: Vec<Value> = serde_json::from_str(&text).unwrap();
    let files: Vec<_> = entries.iter().map(|entry| &entry["file"]).collect();
    assert_eq!(files, ["a.c", "b.cc"]);
}

#[test]
fn a_database_is_written_and_built_again() {
    let folder = Folder::project();
    let first = folder.json(
        &[
            &JSON[..],
            &[
                "--compile-commands",
                "compile_commands.json",
                "--",
                "make",
                "-s",
            ],
        ]
        .concat(),
    );
    let text = std::fs::read_to_string(folder.path("compile_commands.json")).unwrap();
    let entries: Vec<Value> = serde_json::from_str(&text).unwrap();
    let files: Vec<_> = entries
        .iter()
        .map(|entry| entry["file"].as_str().unwrap())
        .collect();
    assert_eq!(files, ["asm.s", "loose.c", "main.c", "part.c"]);
    let report = folder.says(&["report", "--format", "text", "compile_commands.json"]);
    assert!(report.contains("sub/part.c"), "{report}");
    for object in ["main.o", "sub/part.o", "loose.o", "asm.o"] {
        std::fs::remove_file(folder.path(object)).unwrap();
    }
    let gone = folder.sane(&["report", "--format", "text", "compile_commands.json"]);
    assert_eq!(gone.status.code(), Some(1));
    let again = folder.json(&[&JSON[..], &["--from", "compile_commands.json"]].concat());
    assert_eq!(again["totals"], first["totals"]);
    assert_eq!(again["unchecked"], first["unchecked"]);
    assert!(folder.path("sub/part.o").is_file());
    // One that names another compiler, and a shell's text.
    let other = serde_json::json!([{"directory": ".", "file": "main.c", "command": "ccache gcc -c main.c -o 'an other.o'"}]);
    folder.write("other.json", &other.to_string());
    let said = folder.json(&[&JSON[..], &["--from", "other.json"]].concat());
    assert_eq!(said["units"], 1);
    assert!(folder.path("an other.o").is_file());
    folder.write("other.json", "{}");
    let output = folder.sane(&["build", "--from", "other.json"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("'other.json' is no compilation database: "),
        "{error}"
    );
}

/// The sources of a crate of the corpus.
pub fn corpus(package: &str) -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects/corpus/Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--manifest-path",
        ])
        .arg(manifest)
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let found = packages.iter().find(|one| one["name"] == package).unwrap();
    Path::new(found["manifest_path"].as_str().unwrap())
        .parent()
        .unwrap()
        .to_owned()
}

#[test]
fn bzip2_is_built_by_its_own_makefile() {
    let folder = Folder::new();
    let sources = corpus("bzip2-sys").join("bzip2-1.0.8");
    for file in sources.read_dir().unwrap() {
        let file = file.unwrap();
        if file.file_type().unwrap().is_file() {
            let copy = folder.path(&file.file_name().to_string_lossy());
            std::fs::write(copy, std::fs::read(file.path()).unwrap()).unwrap();
        }
    }
    let said = folder.json(
        &[
            &JSON[..],
            &["--", "make", "-s", "-j2", "bzip2", "bzip2recover"],
        ]
        .concat(),
    );
    assert_eq!(
        said["programs"],
        serde_json::json!(["bzip2", "bzip2recover"])
    );
    assert_eq!(said["libraries"], serde_json::json!(["libbz2.a"]));
    assert_eq!(said["units"], 9);
    assert_eq!(said["unchecked"], serde_json::json!({}));
    let accesses = |value: &Value| value["totals"]["accesses"].as_u64().unwrap();
    assert!(accesses(&said) > 1000, "{said}");
    // The programs have all but what is in no program.
    let report = folder.says(&["report", "--format", "json", "bzip2", "bzip2recover"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["totals"], said["totals"]);
    let files = report["files"].as_array().unwrap();
    assert!(files.iter().any(|file| file["file"] == "blocksort.c"));
    // What is said of a line is what was found there.
    let blocksort = files
        .iter()
        .find(|file| file["file"] == "blocksort.c")
        .unwrap();
    let access = &blocksort["accesses"][0];
    let place = format!("blocksort.c:{}", access["line"]);
    let explained = folder.says(&["explain", "bzip2", &place]);
    assert!(
        explained.contains(access["says"].as_str().unwrap()),
        "{explained}"
    );
}
