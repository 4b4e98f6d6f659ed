//! `sane generate`: man pages and shell completions.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const SANE: &str = env!("CARGO_BIN_EXE_sane");
const SANECC: &str = env!("CARGO_BIN_EXE_sanecc");
const BASH: &str = "share/bash-completion/completions/sanecc";
const PAGES: &str = "share/man/man1";

fn generate(prefix: &Path) -> Output {
    let mut command = Command::new(SANE);
    command
        .args(["generate", "--date", "2026-01-02"])
        .arg(prefix);
    command.output().unwrap()
}

fn generated() -> TempDir {
    let prefix = tempfile::tempdir().unwrap();
    let output = generate(prefix.path());
    assert!(output.status.success() && output.stderr.is_empty());
    prefix
}

/// Spellings of the help: `-fsanecc-mode=shadow|none`, `-f[no-]sanecc-time`.
fn spellings() -> Vec<String> {
    let help = Command::new(SANECC).arg("-fsanecc-help").output().unwrap();
    let text = String::from_utf8(help.stdout).unwrap();
    let flags = text.lines().filter_map(|line| line.strip_prefix("  -"));
    flags.map(|flag| format!("-{flag}")).collect()
}

#[test]
fn each_flag_is_in_the_page_and_in_each_completion() {
    let prefix = generated();
    let read = |name: &str| fs::read_to_string(prefix.path().join(name)).unwrap();
    let page = read("share/man/man1/sanecc.1").replace(r"\-", "-");
    assert_eq!(page, read("share/man/man1/sanecc++.1").replace(r"\-", "-"));
    assert!(page.contains(".TH SANECC 1 2026-01-02 "), "{page}");
    let spellings = spellings();
    assert!(spellings.len() > 10);
    for spelling in spellings {
        assert!(
            page.contains(&format!("\\fB{spelling}\\fR\n")),
            "{spelling}"
        );
        let words = match spelling.split_once("[no-]") {
            Some((start, end)) => [format!("{start}{end}"), format!("{start}no-{end}")].to_vec(),
            None => vec![format!("{}=", spelling.split('=').next().unwrap())],
        };
        for file in [
            BASH,
            "share/zsh/site-functions/_sanecc",
            "share/fish/vendor_completions.d/sanecc++.fish",
        ] {
            let text = read(file);
            assert!(
                words.iter().all(|word| text.contains(word)),
                "{words:?} {file}"
            );
        }
    }
    for name in [
        "doctor", "sarif", "identity", "generate", "build", "report", "explain",
    ] {
        let page = read(&format!("share/man/man1/sane-{name}.1"));
        assert!(page.contains("\nsane\\-"), "{page}");
        assert!(read("share/man/man1/sane.1").contains(&format!(r"sane\-{name}(1)")));
        assert!(read("share/bash-completion/completions/sane").contains(name));
    }
}

/// Each page, through a program that checks it, where there is one.
fn check_pages(program: &str, words: &[&str]) {
    let prefix = generated();
    for page in fs::read_dir(prefix.path().join(PAGES)).unwrap() {
        let page = page.unwrap().path();
        let mut command = Command::new(program);
        command.args(words).arg(&page).env("LC_ALL", "C.UTF-8");
        let Ok(output) = command.output() else {
            eprintln!("no {program} here: {} stays unchecked", page.display());
            return;
        };
        let said = [output.stderr, output.stdout].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        let complaint =
            said.contains("warning") || said.contains("WARNING") || said.contains("ERROR");
        assert!(output.status.success() && !complaint, "{said}");
    }
}

#[test]
fn man_has_no_complaint_about_a_page() {
    check_pages("man", &["--warnings", "-E", "UTF-8", "-l"]);
    check_pages("mandoc", &["-Tlint", "-Wwarning"]);
}

/// What bash offers for the last word of a line.
fn offered(prefix: &Path, line: &str) -> String {
    let script = r#"source "$1"; COMP_LINE=$2; COMP_POINT=${#2}; _sanecc "$3" 2>/dev/null; echo "${COMPREPLY[*]}""#;
    let mut command = Command::new("bash");
    command.args(["-c", script, "bash"]).arg(prefix.join(BASH));
    let output = command.args([line, SANECC]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn bash_completes_flags_of_both_and_their_values() {
    let prefix = generated();
    let offered = |line: &str| offered(prefix.path(), line);
    assert_eq!(
        offered("sanecc -c -fsanecc-mo"),
        "-fsanecc-mode=shadow -fsanecc-mode=pointer -fsanecc-mode=none"
    );
    // Bash takes '=' for the end of a word.
    assert_eq!(offered("sanecc -fsanecc-mode=s"), "shadow");
    assert_eq!(offered("sanecc -fno-sanecc-s"), "-fno-sanecc-strict");
    assert_eq!(offered("sanecc -fsanecc-disable-pass=in-b"), "in-bounds");
    assert_eq!(
        offered("sanecc -fsanitize-address-use-after-s"),
        "-fsanitize-address-use-after-scope"
    );
    assert_eq!(offered("sanecc a"), "");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = generate(file.path());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.starts_with("sanecc: error: cannot write ") || said.contains("error: cannot write "),
        "{said}"
    );
    assert!(said.contains(file.path().to_str().unwrap()), "{said}");
}
