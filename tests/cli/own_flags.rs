//! The flags of sanecc's own, and those of clang's sanitizers beside them.

use crate::twin::Twin;
use snapbox::str;

fn said(words: &[&str]) -> (Option<i32>, String) {
    let output = Twin::new().only_ours(words);
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn unknown_flag() {
    let (code, text) = said(&["-c", "b.c", "-fsanecc-elid=none"]);
    assert_eq!(code, Some(1));
    snapbox::assert_data_eq!(
        text,
        str![[r#"
sanecc: error: unknown argument '-fsanecc-elid=none'; did you mean '-fsanecc-elide=none|local|full'?
sanecc: note: 'sanecc -fsanecc-help' lists the flags of sanecc

"#]]
    );
}

#[test]
fn modes_that_are_not_there() {
    let (code, text) = said(&["-c", "b.c", "-fsanecc-mode=pointer"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("not available yet"), "{text}");
}

/// The mask takes symbolic ranges; the level decides where no flag does.
#[test]
fn full_removals_are_the_default_of_optimising_levels() {
    let twin = Twin::new();
    let source = "int f(unsigned long i) { volatile int a[4] = {1}; return a[i & 3]; }\n";
    twin.write("mask.c", source);
    for (flags, proved) in [
        (&["-O1"][..], true),
        (&["-O2", "-fsanecc-elide=full"], true),
        (&["-O0", "-fsanecc-elide=full"], true),
        (&["-O2", "-fsanecc-elide=local"], false),
        (&["-O2", "-fsanecc-elide=none"], false),
        (&["-O0"], false),
    ] {
        let words = ["-c", "mask.c", "-fsanecc-print=plan"];
        let output = twin.only_ours(&[&words, flags].concat());
        assert!(output.status.success());
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(text.contains("none: in range"), proved, "{flags:?}: {text}");
    }
}

#[test]
fn help_needs_nothing_else() {
    let output = Twin::new().only_ours(&["-fsanecc-help"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("-fsanecc-bisect-limit=N"));
}

#[test]
fn mode_none_is_plain_clang() {
    let twin = Twin::new();
    let output = twin.only_ours(&["-fsanecc-mode=none", "-c", "b.c"]);
    assert!(output.status.success());
    twin.both(&["-c", "b.c"]);
    let output = twin.only_ours(&["-fsanecc-mode=none", "-c", "b.c"]);
    assert!(output.status.success());
    assert_eq!(twin.read("b.o"), std::fs::read(twin.clang("b.o")).unwrap());
}

#[test]
fn pairs_of_pointers_are_for_programs_with_the_address_sanitizer() {
    let both = "-fsanitize=address,pointer-compare,pointer-subtract";
    for words in [
        &["-c", "b.c", "-fsanitize=pointer-compare"][..],
        &[
            "-c",
            "b.c",
            "-fsanitize=pointer-subtract",
            "-fno-sanitize=address",
        ],
        &["-c", "b.c", both, "-fno-sanitize=address"],
    ] {
        Twin::new().both(words).same_stderr();
    }
    let output = Twin::new().only_ours(&["-S", "-o-", "a.c", both, "-Werror"]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn foreign_sanitizers() {
    for name in ["thread", "memory", "hwaddress", "leak"] {
        let (code, text) = said(&["-c", "b.c", &format!("-fsanitize={name}")]);
        assert_eq!(code, Some(1));
        assert!(
            text.contains(&format!("'-fsanitize={name}' cannot be combined"))
                && text.contains("note: "),
            "{text}"
        );
    }
}

#[test]
fn address_sanitizer_is_us() {
    let twin = Twin::new();
    let words = [
        "-Werror",
        "-fsanitize=address",
        "-fsanitize-address-use-after-scope",
        "a.c",
        "-o",
        "p",
    ];
    let output = twin.only_ours(&words);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let symbols = std::process::Command::new("nm")
        .arg(twin.ours("p"))
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&symbols.stdout).contains("__asan_init"));
}

#[test]
fn undefined_behaviour_sanitizer_works_beside() {
    let twin = Twin::new();
    twin.write(
        "u.c",
        "int main(int c, char **v) { int big = 2147483647; return (big + c) == 0; }\n",
    );
    twin.same(&["-fsanitize=undefined", "u.c", "-o", "u"])
        .same_stderr()
        .succeeds();
    let output = twin.program("u");
    assert!(String::from_utf8_lossy(&output.stderr).contains("signed integer overflow"));
}

#[test]
fn no_runtime_in_a_shared_object() {
    let twin = Twin::new();
    let output = twin.only_ours(&[
        "-fsanecc-runtime=always",
        "-shared",
        "-fPIC",
        "b.c",
        "-o",
        "b.so",
    ]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("sanecc: error: a shared object cannot hold the runtime"),
        "{said}"
    );
    assert!(said.contains("preload libsanecc_rt.so"), "{said}");
    assert!(!twin.ours("b.so").exists());
}

#[test]
fn code_beside_interface_stubs_is_not_left_unchecked() {
    let twin = Twin::new();
    let output = twin.only_ours(&["-emit-interface-stubs", "-c", "b.c"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("would not be checked") && said.contains("-fsanecc-mode=none"),
        "{said}"
    );
    assert!(!twin.ours("b.o").exists());
    twin.same(&["-emit-interface-stubs", "-###", "b.c"])
        .succeeds();
}
