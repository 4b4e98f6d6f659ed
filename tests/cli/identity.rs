//! Who the compiler says it is, and the questions that build systems ask it.

use crate::twin::Twin;

/// What ours adds to clang's answer.
const OWN_VERSION: &str = concat!("sanecc version ", env!("CARGO_PKG_VERSION"), "\n");

#[test]
fn row_01_version() {
    let pair = Twin::new().both(&["--version"]).succeeds();
    let clang = String::from_utf8_lossy(&pair.clang.stdout).into_owned();
    assert!(clang.lines().next().unwrap().contains("clang version"));
    assert_eq!(pair.stdout(), clang + OWN_VERSION);
    assert!(!pair.stdout().contains("Free Software Foundation"));
}

/// The first number of these forms is a compiler's version to Meson, whose expression comes first, and to scripts.
#[test]
fn row_01_the_version_is_clangs_to_build_systems() {
    let said = Twin::new().both(&["--version"]);
    let clang = String::from_utf8_lossy(&said.clang.stdout).into_owned();
    let read = |text: &str| {
        let start = text.find("clang version ").unwrap() + "clang version ".len();
        let number = |c: char| c.is_ascii_digit() || c == '.';
        text[start..]
            .split(|c| !number(c))
            .next()
            .unwrap()
            .to_owned()
    };
    let first = |text: &str| {
        let words = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
        words
            .map(str::to_owned)
            .find(|word| word.matches('.').count() >= 1)
    };
    assert_eq!(read(&said.stdout()), read(&clang));
    assert_eq!(first(&said.stdout()), first(&clang));
    assert_eq!(first(&clang), Some(read(&clang)));
}

#[test]
fn plain_clang_and_several_questions_say_nothing_of_ours() {
    Twin::new()
        .env("SANECC_OFF", "1")
        .same(&["--version"])
        .succeeds();
    Twin::new().same(&["--version", "-dumpversion"]).succeeds();
    let twin = Twin::new();
    let unchecked = twin.only_ours(&["-fsanecc-mode=none", "--version"]);
    assert_eq!(unchecked.stdout, twin.both(&["--version"]).clang.stdout);
    Twin::new().same(&["--version", "-fno-such-flag"]).fails(1);
}

#[test]
fn row_02_dump() {
    Twin::new().same(&["-dumpmachine"]).succeeds();
    Twin::new().same(&["-dumpversion"]).succeeds();
}

#[test]
fn row_03_print_prog_name() {
    assert_eq!(
        Twin::new()
            .same(&["-print-prog-name=ld"])
            .succeeds()
            .stdout()
            .lines()
            .count(),
        1
    );
}

#[test]
fn row_04_print_folders() {
    for question in [
        "-print-search-dirs",
        "-print-resource-dir",
        "-print-libgcc-file-name",
    ] {
        Twin::new().same(&[question]).succeeds();
    }
}

#[test]
fn row_05_print_file_name() {
    Twin::new().same(&["-print-file-name=plugin"]).succeeds();
}

#[test]
fn row_06_print_multi_os_directory() {
    Twin::new().same(&["-print-multi-os-directory"]);
}

#[test]
fn row_07_other_compilers_questions() {
    for question in ["-V", "-qversion", "-version", "-?"] {
        let pair = Twin::new().same(&[question]).same_stderr();
        assert!(pair.ours.status.code().is_some_and(|code| code != 0));
    }
}

#[test]
fn row_08_verbose_alone() {
    Twin::new().same(&["-v"]).succeeds();
}

#[test]
fn row_09_dry_run() {
    let pair = Twin::new().same(&["-###", "a.c"]).succeeds();
    assert!(pair.stderr().contains("-cc1"));
}

#[test]
fn row_10_linker_version() {
    let pair = Twin::new().same(&["-Wl,--version"]).succeeds();
    assert!(pair.stdout().contains("GNU ld") || pair.stdout().contains("LLD"));
}

#[test]
fn row_11_no_arguments() {
    let pair = Twin::new().same::<&str>(&[]).same_stderr().fails(1);
    assert!(pair.stderr().contains("no input files"));
}

#[test]
fn row_12_missing_value() {
    Twin::new().same(&["a.c", "-z"]).same_stderr().fails(1);
}

#[test]
fn help_is_clangs() {
    Twin::new().same(&["--help"]).succeeds();
}
