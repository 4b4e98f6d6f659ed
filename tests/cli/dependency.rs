//! Make rules beside a compilation and instead of one.

use crate::twin::Twin;

#[test]
fn row_24_rule_beside_the_object() {
    let twin = Twin::new();
    twin.same(&["-MD", "-c", "a.c", "-o", "obj/bar.o"])
        .same_stderr()
        .succeeds();
    assert!(twin.same_text("obj/bar.d").starts_with("obj/bar.o:"));
}

#[test]
fn row_24_rule_without_output() {
    let twin = Twin::new();
    twin.write("x.y.c", "int x;\n");
    twin.same(&["-MMD", "-c", "a.c", "x.y.c"]).succeeds();
    twin.same_text("a.d");
    assert!(twin.same_text("x.y.d").starts_with("x.y.o:"));
}

#[test]
fn row_25_rule_beside_the_program() {
    let twin = Twin::new();
    twin.same(&["-MD", "a.c", "-o", "prog"]).succeeds();
    assert!(twin.same_text("prog.d").starts_with("prog:"));
    let twin = Twin::new();
    twin.same(&["-MD", "a.c"]).succeeds();
    assert!(twin.same_text("a.d").starts_with("a.o:"));
}

#[test]
fn row_26_automake() {
    let twin = Twin::new();
    twin.folder("sub");
    twin.same(&[
        "-MT", "sub/x.o", "-MD", "-MP", "-MF", "x.Tpo", "-c", "-o", "sub/x.o", "a.c",
    ])
    .succeeds();
    assert!(twin.same_text("x.Tpo").contains("h.h:"));
}

#[test]
fn row_27_quoted_target() {
    let twin = Twin::new();
    twin.same(&["-MMD", "-MQ", "x$y", "-MF", "d", "-c", "a.c"])
        .succeeds();
    assert!(twin.same_text("d").starts_with("x$$y:"));
}

#[test]
fn row_27_output_that_needs_quoting() {
    let twin = Twin::new();
    twin.same(&["-MMD", "-c", "a.c", "-o", "x $y#.o"])
        .succeeds();
    twin.same_text("x $y#.d");
}

#[test]
fn row_28_through_the_preprocessor() {
    let twin = Twin::new();
    twin.same(&["-Wp,-MMD,k.d", "-c", "a.c", "-o", "k.o"])
        .same_stderr()
        .succeeds();
    assert!(twin.same_text("k.d").starts_with("k.o:"));
}

#[test]
fn row_29_rule_on_stdout() {
    Twin::new().same(&["-M", "a.c"]).succeeds();
    Twin::new().same(&["-MM", "-MG", "-MP", "a.c"]).succeeds();
}

#[test]
fn row_30_rule_beside_the_object_on_stdout() {
    assert!(
        Twin::new()
            .same(&["-MD", "-MF", "-", "-c", "a.c"])
            .succeeds()
            .stdout()
            .starts_with("a.o:")
    );
}

#[test]
fn row_31_rule_to_null() {
    Twin::new()
        .same(&["-MMD", "-MF", "/dev/null", "-c", "a.c", "-o", "/dev/null"])
        .same_stderr()
        .succeeds();
}

#[test]
fn row_32_rule_beside_preprocessing() {
    let twin = Twin::new();
    twin.same(&["-E", "-MD", "-MF", "e.d", "a.c", "-o", "e.i"])
        .succeeds();
    assert!(twin.same_text("e.d").starts_with("e.i:"));
}
