//! What clang would do for a command line: the jobs that `-###` prints.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

/// The clang that is compared with.
pub const CLANG: &str = "clang-19";

/// Clang with these words in `folder`, without anything to read.
pub fn command(words: &[OsString], folder: &Path) -> Command {
    let mut command = Command::new(CLANG);
    command
        .args(words)
        .current_dir(folder)
        .stdin(std::process::Stdio::null());
    command
}

/// What clang makes of one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    Object,
    Assembly,
    Bitcode,
    Ir,
    /// Anything that is not code.
    Other,
}

/// One input and what becomes of it, through however many jobs.
#[derive(Clone, Debug)]
pub struct Chain {
    pub input: Vec<u8>,
    pub language: String,
    pub made: Made,
    pub output: Vec<u8>,
}

/// The jobs of a command line.
#[derive(Debug)]
pub struct Jobs {
    pub code: i32,
    pub chains: Vec<Chain>,
    /// The linker's output, if something is linked; empty for an archive.
    pub linked: Option<Vec<u8>>,
}

/// Asks clang what it would do.
pub fn jobs(words: &[OsString], folder: &Path) -> Jobs {
    let mut line = vec![OsString::from("-###")];
    line.extend_from_slice(words);
    let output = command(&line, folder).output().unwrap();
    let mut jobs = Jobs {
        code: output.status.code().unwrap_or(-1),
        chains: Vec::new(),
        linked: None,
    };
    for line in output.stderr.split(|&byte| byte == b'\n') {
        if line.starts_with(b" \"") {
            jobs.take(&unquoted(line));
        }
    }
    jobs
}

impl Jobs {
    fn take(&mut self, words: &[Vec<u8>]) {
        let after = |flag: &str| {
            let at = words.iter().rposition(|word| word == flag.as_bytes())?;
            words.get(at + 1).cloned()
        };
        let has = |flag: &str| words.iter().any(|word| word == flag.as_bytes());
        let output = after("-o").unwrap_or_default();
        match words.get(1).map(Vec::as_slice) {
            Some(b"-cc1") => {
                let (input, language) = match words.iter().rposition(|word| word == b"-x") {
                    Some(at) => (words[at + 2..].last(), words[at + 1].clone()),
                    None => (words.last(), Vec::new()),
                };
                let made = match () {
                    () if has("-emit-obj") => Made::Object,
                    () if has("-S") => Made::Assembly,
                    () if has("-emit-llvm-bc") => Made::Bitcode,
                    () if has("-emit-llvm") => Made::Ir,
                    () => Made::Other,
                };
                let language = String::from_utf8_lossy(&language).into_owned();
                self.step(input.cloned().unwrap_or_default(), language, made, output);
            }
            Some(b"-cc1as") => {
                let input = words.last().cloned().unwrap_or_default();
                self.step(input, "assembler".into(), Made::Object, output);
            }
            _ => {
                let program = Path::new(std::ffi::OsStr::from_bytes(&words[0]));
                let name = program.file_name().unwrap_or_default().to_string_lossy();
                if name == "as" || name.ends_with("-as") {
                    let input = words.last().cloned().unwrap_or_default();
                    self.step(input, "assembler".into(), Made::Object, output);
                } else {
                    self.linked = Some(output);
                }
            }
        }
    }

    /// A job that reads what an earlier one wrote goes on with that one's input.
    fn step(&mut self, input: Vec<u8>, language: String, made: Made, output: Vec<u8>) {
        let before = self
            .chains
            .iter_mut()
            .find(|chain| chain.output == input && input != b"-" && input != chain.input);
        match before {
            Some(chain) => (chain.made, chain.output) = (made, output),
            None => self.chains.push(Chain {
                input,
                language,
                made,
                output,
            }),
        }
    }
}

/// The words of a printed job: each in quotes, with backslashes before what would end or change it.
fn unquoted(line: &[u8]) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    let mut bytes = line.iter().copied();
    while bytes.by_ref().any(|byte| byte == b'"') {
        let mut word = Vec::new();
        while let Some(byte) = bytes.next() {
            match byte {
                b'"' => break,
                b'\\' => word.extend(bytes.next()),
                _ => word.push(byte),
            }
        }
        words.push(word);
    }
    words
}
