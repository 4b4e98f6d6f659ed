//! Who the compiler says it is, and the questions that build systems ask it.

use crate::twin::Twin;

#[test]
fn row_01_version() {
    let pair = Twin::new().same(&["--version"]).succeeds();
    assert!(
        pair.stdout()
            .lines()
            .next()
            .unwrap()
            .contains("clang version")
    );
    assert!(!pair.stdout().contains("Free Software Foundation"));
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
