//! Two scratch folders with the same files: in one clang runs, in the other sanecc, with the same words.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The clang that both sides use.
pub const CLANG: &str = "clang-19";

/// The program under test.
pub const SANECC: &str = env!("CARGO_BIN_EXE_sanecc");

const FILES: [(&str, &str); 4] = [
    (
        "a.c",
        "#include <stdio.h>\n#include \"h.h\"\nint b(int);\n\
         int __attribute__((weak)) b(int x) { return x; }\n\
         int main(void) { int v[4] = {1, 2, 3, 4}; printf(\"%d\\n\", b(v[H])); return 0; }\n",
    ),
    ("b.c", "int b(int x) { return x * 2; }\n"),
    ("h.h", "#define H 2\n"),
    (
        "s.S",
        "#define NAME s\n.globl NAME\nNAME: nop\n.section .note.GNU-stack,\"\",@progbits\n",
    ),
];

/// What a pair of runs gave.
pub struct Pair {
    pub clang: Output,
    pub ours: Output,
}

impl Pair {
    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.ours.stderr).into_owned()
    }

    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.ours.stdout).into_owned()
    }

    /// Also what was said on stderr must be the same.
    pub fn same_stderr(self) -> Self {
        assert_eq!(self.stderr(), String::from_utf8_lossy(&self.clang.stderr));
        self
    }

    pub fn succeeds(self) -> Self {
        assert_eq!(self.ours.status.code(), Some(0), "{}", self.stderr());
        self
    }

    pub fn fails(self, code: i32) -> Self {
        assert_eq!(self.ours.status.code(), Some(code), "{}", self.stderr());
        self
    }
}

/// The two folders.
pub struct Twin {
    root: tempfile::TempDir,
    stdin: Vec<u8>,
    environment: Vec<(String, String)>,
}

impl Twin {
    pub fn new() -> Twin {
        let twin = Twin {
            root: tempfile::tempdir().unwrap(),
            stdin: Vec::new(),
            environment: Vec::new(),
        };
        for (name, text) in FILES {
            twin.write(name, text);
        }
        twin.folder("obj");
        twin
    }

    /// Writes a file on both sides.
    pub fn write(&self, name: &str, text: &str) {
        for side in ["clang", "ours"] {
            let path = self.root.path().join(side).join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }

    /// Makes a folder on both sides.
    pub fn folder(&self, name: &str) {
        for side in ["clang", "ours"] {
            std::fs::create_dir_all(self.root.path().join(side).join(name)).unwrap();
        }
    }

    pub fn stdin(mut self, text: &str) -> Twin {
        self.stdin = text.into();
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Twin {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// A compiler in place of clang: a script, so that the test decides what it does. Its name promises the
    /// right version.
    pub fn fake_clang(&self, script: &str) -> PathBuf {
        self.write("bin/clang-19", &format!("#!/bin/sh\n{script}\n"));
        let path = self.ours("bin/clang-19");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A path on sanecc's side.
    pub fn ours(&self, name: &str) -> PathBuf {
        self.root.path().join("ours").join(name)
    }

    /// A path on clang's side.
    pub fn clang(&self, name: &str) -> PathBuf {
        self.root.path().join("clang").join(name)
    }

    /// Runs both sides; exit code, stdout and the sets of files must agree.
    pub fn same<S: AsRef<OsStr>>(&self, words: &[S]) -> Pair {
        let pair = self.both(words);
        let shown = String::from_utf8_lossy(&pair.ours.stderr);
        assert_eq!(
            pair.ours.status.code(),
            pair.clang.status.code(),
            "exit codes\n{shown}"
        );
        assert_eq!(
            String::from_utf8_lossy(&pair.ours.stdout),
            String::from_utf8_lossy(&pair.clang.stdout),
            "stdout"
        );
        assert_eq!(
            files(&self.ours("")),
            files(&self.clang("")),
            "files\n{shown}"
        );
        pair
    }

    /// Runs both sides without comparing them.
    pub fn both<S: AsRef<OsStr>>(&self, words: &[S]) -> Pair {
        Pair {
            clang: self.run(Command::new(CLANG).args(words).current_dir(self.clang(""))),
            ours: self.run(&mut self.command(words)),
        }
    }

    /// Runs sanecc alone.
    pub fn only_ours<S: AsRef<OsStr>>(&self, words: &[S]) -> Output {
        self.run(&mut self.command(words))
    }

    /// Runs a program in sanecc's folder.
    pub fn program(&self, name: &str) -> Output {
        self.run(Command::new(self.ours(name)).current_dir(self.ours("")))
    }

    pub fn command<S: AsRef<OsStr>>(&self, words: &[S]) -> Command {
        let mut command = Command::new(SANECC);
        command
            .args(words)
            .current_dir(self.ours(""))
            .env("SANECC_RUNTIME", runtime());
        command
    }

    fn run(&self, command: &mut Command) -> Output {
        let pairs = self.environment.iter().map(|(name, value)| (name, value));
        let mut child = command
            .envs(pairs)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that does not read its input closes the pipe: no failure.
        let _ = child.stdin.take().unwrap().write_all(&self.stdin);
        child.wait_with_output().unwrap()
    }

    /// The bytes of a file on sanecc's side.
    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.ours(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A text file that must be the same on both sides.
    pub fn same_text(&self, name: &str) -> String {
        let ours = String::from_utf8(self.read(name)).unwrap();
        assert_eq!(
            ours,
            std::fs::read_to_string(self.clang(name)).unwrap(),
            "{name}"
        );
        ours
    }

    /// Checks that a file on sanecc's side is an ELF relocatable, executable or shared object.
    pub fn is_elf(&self, name: &str) {
        assert!(self.read(name).starts_with(b"\x7fELF"), "{name}");
    }
}

/// The runtime archive: where the build puts it, unless the environment names another.
pub fn runtime() -> PathBuf {
    match std::env::var_os("SANECC_RUNTIME") {
        Some(named) => named.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("target/release/libsanecc_rt.a"),
    }
}

/// All files below `folder`, relative to it.
pub fn files(folder: &Path) -> BTreeSet<PathBuf> {
    fn collect(folder: &Path, root: &Path, into: &mut BTreeSet<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => collect(&path, root, into),
                false => drop(into.insert(path.strip_prefix(root).unwrap().to_owned())),
            }
        }
    }
    let mut found = BTreeSet::new();
    collect(folder, folder, &mut found);
    found
}
