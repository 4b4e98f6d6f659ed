//! Switches for single optimisations reach the passes that run in our process.

use crate::twin::Twin;
use sanecc_abi::symbols::{OUTLINED_GRANULE, SLOW_GRANULE};

/// Vector operations that LLVM's passes made of these two functions, with clang and with sanecc; unchecked, so
/// that both have the same to work on.
const SOURCE: &str = "\
__attribute__((no_sanitize(\"address\")))
void loop(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] += b[i];
}
__attribute__((no_sanitize(\"address\")))
void straight(float *restrict a, const float *restrict b) {
  a[0] += b[0]; a[1] += b[1]; a[2] += b[2]; a[3] += b[3];
}
";

/// (vectors of two, vectors of four, additions) in the text of the optimised functions.
fn shape(text: &str) -> (usize, usize, usize) {
    let count = |part| text.matches(part).count();
    (count("<2 x float>"), count("<4 x float>"), count(" fadd "))
}

#[test]
fn row_55_optimisation_switches() {
    let mut shapes = Vec::new();
    for line in [
        "-O2",
        "-O2 -fno-vectorize",
        "-fno-tree-vectorize -O2",
        "-O1",
        "-O1 -fvectorize",
        "-O2 -fno-slp-vectorize",
        "-O1 -ftree-slp-vectorize",
        "-O2 -fno-unroll-loops",
        "-O2 -mllvm -force-vector-width=2",
        "-O2 -mllvm=-force-vector-width=2",
        "-O2 -Xclang -mllvm -Xclang -force-vector-width=2",
        "-O2 -fno-vectorize -mllvm -vectorize-loops=true",
        "-O",
        "-O4",
        "-Og",
        "-Os",
        "-Oz",
    ] {
        let twin = Twin::new();
        twin.write("v.c", SOURCE);
        let mut words: Vec<&str> = line.split(' ').collect();
        words.extend(["-S", "-emit-llvm", "v.c"]);
        twin.same(&words).succeeds();
        let ours = shape(&String::from_utf8(twin.read("v.ll")).unwrap());
        let clang = shape(&std::fs::read_to_string(twin.clang("v.ll")).unwrap());
        assert_eq!(ours, clang, "{line}");
        shapes.push(ours);
    }
    shapes.sort_unstable();
    shapes.dedup();
    assert!(
        shapes.len() > 4,
        "the switches make a difference: {shapes:?}"
    );
}

/// Passes run in two processes; what they remark reaches the user all the same, in clang's words.
#[test]
fn remarks_of_the_passes() {
    let twin = Twin::new();
    twin.write(
        "r.c",
        "static int f(int x) { return x * 3; }\nint g(int *p) { return f(*p); }\n",
    );
    let remarks = |words: &[&str]| {
        let pair = twin.same(words).succeeds();
        let inlined = |text: &[u8]| -> Vec<String> {
            let text = String::from_utf8_lossy(text).replace("remark: ", "");
            let lines = text.lines().filter(|line| line.contains("inlined into"));
            // The place, the two names.
            lines
                .map(|line| line.split(" with ").next().unwrap().to_owned())
                .collect()
        };
        (inlined(&pair.ours.stderr), inlined(&pair.clang.stderr))
    };
    let (ours, clangs) = remarks(&["-O2", "-Rpass=inline", "-c", "r.c"]);
    assert_eq!(ours, ["r.c:2:24: 'f' inlined into 'g'"]);
    assert_eq!(ours, clangs);
    let (ours, _) = remarks(&["-O2", "-Rpass=inline", "-Rpass=licm", "-c", "r.c"]);
    assert!(ours.is_empty(), "{ours:?}");
    twin.same(&["-O2", "-Rpass=[", "-c", "r.c"])
        .same_stderr()
        .fails(1);
}

/// Checks are code of their own but where that is to be small, or calls are asked for; the last word counts.
#[test]
fn checks_as_calls() {
    let outlined = "-fsanitize-address-outline-instrumentation";
    let inline = "-fno-sanitize-address-outline-instrumentation";
    for (line, calls) in [
        ("-O0".to_owned(), false),
        ("-O2".to_owned(), false),
        ("-Os".to_owned(), false),
        ("-Oz".to_owned(), true),
        (format!("-Oz {inline}"), false),
        (format!("-O0 {outlined}"), true),
        (format!("-O2 {outlined}"), true),
        (format!("{outlined} -O3 {inline}"), false),
        (format!("{inline} {outlined} -Os"), true),
    ] {
        let twin = Twin::new();
        twin.write("v.c", "int of(int *number) { return *number; }\n");
        let mut words: Vec<&str> = line.split(' ').collect();
        words.extend(["-S", "v.c"]);
        twin.same(&words).succeeds();
        let text = String::from_utf8(twin.read("v.s")).unwrap();
        let called = [OUTLINED_GRANULE, SLOW_GRANULE].map(|name| text.contains(name));
        assert_eq!(called, [calls, !calls], "{line}: {text}");
    }
}

/// What every unit has for itself is inlined nearly as without checks: a vector that nobody needs is not made where checks come after that.
#[test]
fn templates_are_inlined() {
    let twin = Twin::new();
    let source = "#include <vector>\n\
                  long f(int n) { long s = 0; for (int i = 0; i < n; i++) { std::vector<int> w{1, 2, i}; s += w[1]; } return s; }\n";
    twin.write("v.cpp", source);
    for level in ["-O2", "-O3"] {
        twin.only_ours(&[level, "-fno-sanecc-strict", "-S", "v.cpp"]);
        let text = String::from_utf8(twin.read("v.s")).unwrap();
        assert!(!text.contains("_Znwm"), "{level}: {text}");
    }
}
