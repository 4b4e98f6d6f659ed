//! C programs against the library: what the machine prints and returns is what the compiled program does, and errors inside of library
//! functions are found.

mod cplusplus;
mod errors;
mod threads;

use sanecc_ir::llvm::{Bitcode, Context, import};
use sanecc_machine::library::State;
use sanecc_machine::library::cplusplus::{PRELUDE, SUPPORT, parts};
use sanecc_machine::library::system::{Host, System};
use sanecc_machine::{Machine, Options, Outcome};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The front end that the compiler uses.
const CLANG: &str = "clang-19";
/// What programs read.
const INPUT: &str = "first second\nthird 4\n";
/// How long a compiled program may run.
const SECONDS: &str = "60";
const WRITE_CREATE_TRUNCATE: i32 = 0o1101;

/// A folder that is removed at the end.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }
}

fn compile(source: &Path, output: &Path, flags: &[&str]) {
    let mut command = Command::new(CLANG);
    command
        .arg("-O0")
        .arg(source)
        .arg("-o")
        .arg(output)
        .args(flags);
    let status = command.status().expect("clang runs");
    assert!(status.success(), "{command:?}");
}

/// The status of the compiled program; what it prints is in `native`.
fn run_natively(folder: &Folder, source: &Path) -> Option<i32> {
    compile(
        source,
        &folder.path("program"),
        &["-w", "-lm", "-pthread", "-lstdc++"],
    );
    let output = std::fs::File::create(folder.path("native")).unwrap();
    let input = std::fs::File::open(folder.path("input")).unwrap();
    // A program that waits for ever fails its test instead of holding all others up.
    let mut command = Command::new("timeout");
    command.arg(SECONDS).arg(folder.path("program"));
    command.stdin(input).stdout(output).stderr(Stdio::null());
    command.status().unwrap().code()
}

/// How a run in the machine ends, and the library function that it ended in; what the program prints is in `machine`.
fn run_in_machine(folder: &Folder, source: &Path) -> (Outcome, Option<&'static str>) {
    let file = folder.path("program.bc");
    let mut flags = vec!["-w", "-g", "-c", "-emit-llvm"];
    let prelude = folder.path("prelude.h");
    let is_cplusplus = source
        .extension()
        .is_some_and(|extension| extension == "cpp");
    if is_cplusplus {
        std::fs::write(&prelude, PRELUDE).unwrap();
        flags.extend(["-std=gnu++17", "-include", prelude.to_str().unwrap()]);
    }
    compile(source, &file, &flags);
    let context = Context::new();
    let bitcode = Bitcode::read(&context, &file).unwrap();
    if is_cplusplus {
        let wanted = bitcode.symbols().wanted;
        let further = parts(wanted.iter()).map(|part| part.text);
        let support = folder.path("support.cpp");
        for text in std::iter::once(SUPPORT).chain(further) {
            std::fs::write(&support, text).unwrap();
            compile(&support, &file, &flags);
            bitcode
                .link(Bitcode::read(&context, &file).unwrap())
                .unwrap();
        }
    }
    let (module, _) = import::import(&bitcode);
    let options = Options {
        arguments: vec![b"program".to_vec()],
        ..Options::default()
    };
    let mut machine = Machine::new(&module, options).unwrap();
    machine.library = State::new(Box::new(system(folder)));
    let outcome = machine.execute();
    machine.library.flush();
    (outcome, machine.native())
}

/// A system whose standard files lie in the folder.
fn system(folder: &Folder) -> Host {
    let mut host = Host::new();
    let files = [
        ("input", 0, 0),
        ("machine", WRITE_CREATE_TRUNCATE, 1),
        ("errors", WRITE_CREATE_TRUNCATE, 2),
    ];
    for (name, flags, number) in files {
        let path = folder.path(name);
        let file = host
            .open(path.as_os_str().as_encoded_bytes(), flags, 0o600)
            .unwrap();
        host.duplicate(file, Ok(number)).unwrap();
        host.close(file).unwrap();
    }
    host
}

fn does_the_same(name: &str) {
    let folder = Folder::new();
    std::fs::write(folder.path("input"), INPUT).unwrap();
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/cases");
    let sources = ["c", "cpp"].map(|extension| cases.join(name).with_extension(extension));
    let source = sources.into_iter().find(|source| source.exists()).unwrap();
    let status = run_natively(&folder, &source).expect("no signal");
    assert_eq!(run_in_machine(&folder, &source).0, Outcome::Exited(status));
    let lines = |name| String::from_utf8_lossy(&folder.bytes(name)).into_owned();
    let (native, machine) = (lines("native"), lines("machine"));
    assert!(!native.is_empty());
    for (number, (native, machine)) in native.lines().zip(machine.lines()).enumerate() {
        assert_eq!(native, machine, "line {}", number + 1);
    }
    assert_eq!(native.len(), machine.len());
}

macro_rules! cases {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            does_the_same(stringify!($name));
        })*
    };
}

cases!(accounts beside bit_fields complex contexts exceptions extensions files fnmatch futures inet libintl locale math options polling printf regex regex_pairs scanf stdio_ext stdlib streams string symbols threads time wide wide_format);

#[test]
fn each_case_has_a_test() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/cases");
    let this = include_str!("main.rs");
    let list = this.split_once("\ncases!(").unwrap().1;
    let list = list.split_once(')').unwrap().0;
    for entry in std::fs::read_dir(cases).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_owned();
        let name = name.to_str().unwrap();
        assert!(list.split_whitespace().any(|one| one == name), "{name}");
    }
}
