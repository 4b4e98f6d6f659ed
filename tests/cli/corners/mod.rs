//! Corners in which runtimes are known to hang, to crash or to fall silent: the ends of threads and programs, children of every kind,
//! libraries that come and go, threads that are cancelled, more words than anybody needs.

use crate::surroundings::Place;

const FORMS: [&str; 2] = ["-pie", "-static"];

#[test]
fn ends_of_threads_and_programs() {
    let place = Place::with(&[("ends.c", include_str!("ends.c"))]);
    for form in FORMS {
        place.sanecc(&format!("-g -O1 {form} -pthread ends.c -o ends"));
        for silent in [
            "nothing",
            "late key",
            "exit of thread",
            "key again",
            "main's key",
        ] {
            place.done(&format!(r#"./ends "{silent}""#));
        }
        let out = place.run("./ends quick");
        assert_eq!((out.status.code(), out.stderr.len()), (Some(0), 0));
        for wrong in ["thread", "key", "atexit", "destructor", "last destructor"] {
            place.reported(&format!(r#"./ends "{wrong}""#), "heap-buffer-overflow");
        }
        for wrong in ["key frees twice", "atexit frees twice"] {
            place.reported(&format!(r#"./ends "{wrong}""#), "double-free");
        }
    }
}

#[test]
fn children_by_every_way() {
    let place = Place::with(&[
        ("children.c", include_str!("children.c")),
        ("cloned.c", include_str!("cloned.c")),
    ]);
    for form in FORMS {
        place.sanecc(&format!("-g -O1 {form} -pthread children.c -o children"));
        for way in ["SYS_fork", "SYS_clone"] {
            place.done(&format!("./children {way} 20 0"));
            place.done(&format!("./children {way} 20 3"));
        }
        place.done("./children fork 30 3");
        place.sanecc(&format!("-g -O1 {form} cloned.c -o cloned"));
        place.done("./cloned");
    }
    // As a server makes them.
    place.done("./children fork 1000 0");
}

#[test]
fn a_library_that_comes_and_goes() {
    let place = Place::with(&[
        ("loads.c", include_str!("loads.c")),
        ("library.c", include_str!("library.c")),
    ]);
    place.sanecc("-g -O1 -fPIC -shared library.c -o library.so");
    place.sanecc("-g -O1 loads.c -o loads");
    place.done("./loads");
    place.reported("./loads 10", "global-buffer-overflow");
}

#[test]
fn cancelled_threads() {
    let place = Place::with(&[("cancelled.c", include_str!("cancelled.c"))]);
    for form in FORMS {
        place.sanecc(&format!(
            "-g -O1 -w {form} -pthread cancelled.c -o cancelled"
        ));
        place.done("./cancelled");
    }
}

#[test]
fn a_huge_command_line_and_no_environment() {
    let place = Place::with(&[("words.c", include_str!("words.c"))]);
    for form in FORMS {
        place.sanecc(&format!("-g -O1 {form} words.c -o words"));
        place.reported("./words", "heap-buffer-overflow");
    }
}
