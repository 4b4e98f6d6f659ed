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
fn pointer_mode_says_what_it_does_not_check() {
    let pointer = "-fsanecc-mode=pointer";
    let refused = [
        ("--target=aarch64-linux-gnu", "for x86_64-linux-gnu alone"),
        ("-fsanecc-whole-program", "does not check whole programs"),
    ];
    for (flag, reason) in refused {
        let (code, text) = said(&["-c", "b.c", pointer, flag]);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains(reason), "{text}");
    }
    let (code, text) = said(&["-c", "-xc++", "b.c", pointer]);
    assert_eq!((code, &*text), (Some(0), ""));
    let (code, text) = said(&["-v", "-c", "-xc++", "b.c", pointer]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("its language is not C"), "{text}");
    let (code, text) = said(&["-c", "b.c", pointer]);
    assert_eq!((code, &*text), (Some(0), ""));
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

/// A check before a loop is asked once, also for the objects of pointers, and where the loop was inlined: two loops follow, and none asks again.
#[test]
fn a_check_before_a_loop_is_asked_once() {
    let twin = Twin::new();
    let source = "
        static void turn(double *re, double *im, unsigned half, const double *c, const double *s) {
            for (unsigned i = 0; i < half; i++) {
                double x = re[i + half] * c[i] - im[i + half] * s[i], y = re[i + half] * s[i] + im[i + half] * c[i];
                re[i + half] = re[i] - x;
                im[i + half] = im[i] - y;
                re[i] += x;
                im[i] += y;
            }
        }
        void turned(double *re, double *im, unsigned half, const double *c, const double *s) {
            if (half < 4096)
                turn(re, im, half, c, s);
        }";
    twin.write("turn.c", source);
    for mode in ["-fsanecc-mode=shadow", "-fsanecc-mode=pointer"] {
        let output = twin.only_ours(&["-O2", mode, "-c", "turn.c", "-fsanecc-print=unswitch"]);
        assert!(output.status.success());
        let text = String::from_utf8_lossy(&output.stderr);
        let asks = |line: &&str| line.contains("br i1 %") && line.contains("!prof");
        let branches: Vec<&str> = text.lines().filter(asks).collect();
        assert_eq!(branches.len(), 1, "{mode}: {branches:#?}");
        assert!(branches[0].contains(".split.us"), "{mode}: {branches:#?}");
    }
}

/// The same of a range that is compared with the bounds of an array alone, in a function that is inlined behind the checks because it has a frame.
#[test]
fn a_comparison_before_an_inlined_loop_is_asked_once() {
    let twin = Twin::new();
    let source = "
        static int squares(unsigned n, int k) {
            int of[256], sum = 0;
            for (unsigned i = 0; i < n; i++)
                of[i] = i * k;
            for (unsigned i = 0; i < n; i++)
                sum += of[i] * k;
            return sum;
        }
        int asked(unsigned n, int k) { return squares(n, k); }";
    twin.write("squares.c", source);
    for mode in ["-fsanecc-mode=shadow", "-fsanecc-mode=pointer"] {
        let output = twin.only_ours(&["-O2", mode, "-c", "squares.c", "-fsanecc-print=unswitch"]);
        assert!(output.status.success());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!text.contains("@squares("), "{mode}: inlined: {text}");
        let is_before_two =
            |line: &&str| line.contains("br i1 %") && line.matches(".split").count() == 2;
        assert_eq!(
            text.lines().filter(is_before_two).count(),
            2,
            "{mode}: {text}"
        );
    }
}

/// A condition that the source states is checked, and proves what it dominates; not where the program may go on without it.
#[test]
fn what_the_source_says_holds_is_checked_and_used() {
    let twin = Twin::new();
    let source = "int f(unsigned long i) { volatile int a[4] = {1}; __builtin_assume(i < 4); return a[i]; }\n";
    twin.write("assume.c", source);
    for (flags, checked, proved) in [
        (&["-O1"][..], true, true),
        (&["-O2", "-fno-sanecc-strict"], true, true),
        (&["-O0", "-fsanecc-elide=full"], true, true),
        (&["-O2", "-fsanecc-recover"], true, false),
        (&["-O2", "-fno-sanecc-claims"], false, false),
        (&["-O1", "-fsanecc-disable-pass=claims"], false, false),
    ] {
        let words = ["-S", "assume.c", "-o", "assume.s", "-fsanecc-print=plan"];
        let output = twin.only_ours(&[&words, flags].concat());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
        assert_eq!(text.contains("none: in range"), proved, "{flags:?}: {text}");
        let code = String::from_utf8_lossy(&twin.read("assume.s")).into_owned();
        let calls = code.contains("__sanecc_assumption_failed");
        assert_eq!(calls, checked, "{flags:?}: {code}");
    }
}

#[test]
fn help_needs_nothing_else() {
    let output = Twin::new().only_ours(&["-fsanecc-help"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("-fsanecc-bisect-limit=N"));
}

/// What is said of flags that change nothing, for these words beside `-c b.c`.
fn warnings(words: &[&str]) -> String {
    let (code, text) = said(&[&["-c", "b.c"], words].concat());
    assert_eq!(code, Some(0), "{words:?}: {text}");
    text
}

#[test]
fn a_flag_that_another_one_leaves_nothing_to_do_is_said() {
    snapbox::assert_data_eq!(
        warnings(&[
            "-fsanecc-mode=none",
            "-fsanecc-audit",
            "-fsanecc-remarks=r/"
        ]),
        str![[r#"
sanecc: warning: '-fsanecc-audit', '-fsanecc-remarks=r/' have no effect: '-fsanecc-mode=none' leaves nothing to check
sanecc: note: drop one or the other; without '-fsanecc-mode=none' the code is checked

"#]]
    );
    for (words, culprit) in [
        (
            &["-fno-sanitize=address", "-fsanecc-count"][..],
            "'-fno-sanitize=address' leaves nothing to check",
        ),
        (
            &["-fsanecc-mode=none", "-fsanecc-runtime=always"],
            "leaves nothing to check",
        ),
        (
            &["-fsanecc-mode=none", "-fsanecc-stats=s/"],
            "leaves nothing to check",
        ),
        (
            &["-fsanecc-mode=none", "-fsanecc-strict"],
            "leaves nothing to check",
        ),
        (
            &["-O1", "-fsanecc-elide=none", "-fsanecc-audit"],
            "'-fsanecc-elide=none' keeps all checks",
        ),
        (
            &["-O1", "-fsanecc-elide=none", "-fsanecc-taint"],
            "'-fsanecc-elide=none' keeps all checks",
        ),
        (
            &["-O1", "-fsanecc-elide=local", "-fsanecc-prover=pentagons"],
            "'-fsanecc-elide=local' runs no prover",
        ),
        (
            &["-O0", "-fsanecc-prover=intervals"],
            "at -O0 no prover runs",
        ),
        (
            &[
                "-O1",
                "-fsanitize-address-field-padding=1",
                "-fsanecc-elide=full",
            ],
            "'-fsanitize-address-field-padding=' keeps all checks",
        ),
    ] {
        let text = warnings(words);
        assert_eq!(text.matches("warning: ").count(), 1, "{words:?}: {text}");
        assert!(text.contains(culprit), "{words:?}: {text}");
    }
}

#[test]
fn flags_that_have_an_effect_are_not_warned_of() {
    for words in [
        &["-fsanecc-mode=none"][..],
        &["-fsanecc-mode=none", "-fsanecc-runtime=never"],
        &["-fsanecc-mode=none", "-fsanecc-count", "-w"],
        &["-fsanecc-mode=none", "-fsanecc-count", "-Qunused-arguments"],
        &[
            "-O1",
            "-fsanecc-prover=pentagons",
            "-fsanecc-audit",
            "-fsanecc-taint",
        ],
        &["-O0", "-fsanecc-audit", "-fsanecc-taint"],
        &["-fsanecc-elide=none", "-fsanecc-audit=planted"],
        &["-O0", "-fsanecc-strict", "-fsanecc-elide=none"],
    ] {
        assert_eq!(warnings(words), "", "{words:?}");
    }
    // Nothing is compiled that could be checked.
    let (code, text) = said(&[
        "-E",
        "b.c",
        "-o",
        "b.i",
        "-fsanecc-mode=none",
        "-fsanecc-audit",
    ]);
    assert_eq!((code, text.as_str()), (Some(0), ""));
}

/// Counts, and phases whose times are no inventions: LLVM's are among them, each ran once, and analyses ran within the plan.
#[test]
fn statistics_count_the_module_and_time_its_phases() {
    let twin = Twin::new();
    let output = twin.only_ours(&["-O1", "-c", "a.c", "-fsanecc-stats=s.json"]);
    assert!(output.status.success());
    let text = String::from_utf8(twin.read("s.json")).unwrap();
    let record: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["source"], "a.c");
    let counts = &record["counts"];
    assert_eq!(counts["functions"], 2, "{text}");
    assert!(
        counts["instructions"].as_u64() > counts["tainted"].as_u64(),
        "{text}"
    );
    let phases = record["phases"].as_array().unwrap();
    for name in [
        "simplify-checked",
        "import",
        "plan",
        "decide",
        "taint",
        "memory-slice",
    ] {
        let phase = phases.iter().find(|phase| phase["name"] == name);
        let phase = phase.unwrap_or_else(|| panic!("{name}: {text}"));
        let runs = if name == "decide" { 2 } else { 1 };
        assert_eq!(phase["runs"], runs, "{name}: {text}");
        let seconds = |kind: &str| phase[kind].as_f64().unwrap();
        assert!(
            seconds("cpu_seconds") >= 0.0 && seconds("wall_seconds") > 0.0,
            "{text}"
        );
    }
    assert!(record["peak_memory_bytes"].as_u64().unwrap() > 1 << 20);
    let output = twin.only_ours(&["-c", "a.c", "b.c", "-fsanecc-stats=s.json"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("'-fsanecc-stats=s.json' names one file, and there are 2 sources"),
        "{said}"
    );
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
    for name in ["thread", "memory", "hwaddress", "numerical"] {
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
fn profiles_of_the_heap_are_refused() {
    for flag in ["-fmemory-profile", "-fmemory-profile=folder"] {
        let (code, text) = said(&["-c", "b.c", flag]);
        assert_eq!(code, Some(1));
        assert!(
            text.contains("'-fmemory-profile' cannot be combined") && text.contains("note: "),
            "{text}"
        );
        let (code, text) = said(&["-c", "b.c", flag, "-fno-memory-profile"]);
        assert_eq!(code, Some(0), "{text}");
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

/// Clang's own work is told from sanecc's, and the sums are those of the rows.
#[test]
fn times_say_whose_work_it_was() {
    for level in ["-O0", "-O2"] {
        let (code, text) = said(&["-c", level, "b.c", "-fsanecc-time"]);
        assert_eq!(code, Some(0), "{text}");
        let rows: Vec<(f64, &str, String)> = text
            .lines()
            .map(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                assert_eq!(words[1], "ms", "{line}");
                (words[0].parse().unwrap(), words[3], words[4..].join(" "))
            })
            .collect();
        let work = |name: &str| rows.iter().find(|row| row.2 == name).map(|row| row.1);
        assert_eq!(work("front end"), Some("clang"), "{text}");
        assert_eq!(work("code generation"), Some("clang"), "{text}");
        assert_eq!(work("optimize"), Some("clang"), "{text}");
        assert_eq!(work("plan"), Some("sanecc"), "{text}");
        let sum = |who: &str| {
            let own = rows.iter().filter(|row| row.1 == who && row.2 != "in all");
            own.map(|row| row.0).sum::<f64>()
        };
        for who in ["clang", "sanecc"] {
            let told = rows
                .iter()
                .find(|row| row.1 == who && row.2 == "in all")
                .unwrap();
            // Each row is rounded to a tenth.
            assert!((told.0 - sum(who)).abs() < 2.0, "{who}: {text}");
        }
        assert_eq!(rows.last().unwrap().1, "total", "{text}");
    }
}
