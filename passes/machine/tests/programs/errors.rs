//! Errors inside of library functions: which, and in which function.

use super::{Folder, INPUT, run_in_machine};
use sanecc_machine::Outcome;
use sanecc_machine::fault::{Fault, Use};

const HEADERS: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <regex.h>\n#include <string.h>\n#include <wchar.h>\n";

/// Clang makes an instruction of a copy of constant size.
const INSTRUCTION: &str = "instruction";

/// The fault of a body of `main`, and the library function that it is in.
fn fault(body: &str) -> (Fault, &'static str) {
    let folder = Folder::new();
    std::fs::write(folder.path("input"), INPUT).unwrap();
    let source = folder.path("program.c");
    std::fs::write(
        &source,
        format!("{HEADERS}int main(void) {{ {body} return 0; }}\n"),
    )
    .unwrap();
    match run_in_machine(&folder, &source) {
        (Outcome::Faulted(fault), function) => (fault, function.unwrap_or(INSTRUCTION)),
        other => panic!("{other:?} of {body}"),
    }
}

#[track_caller]
fn is(body: &str, function: &str, expected: fn(&Fault) -> bool) {
    let (fault, found) = fault(body);
    assert_eq!(found, function, "{fault:?}");
    assert!(expected(&fault), "{fault:?} of {body}");
}

fn out_of_bounds(fault: &Fault) -> bool {
    matches!(fault, Fault::OutOfBounds { .. })
}

fn dead(fault: &Fault) -> bool {
    matches!(fault, Fault::Dead { .. })
}

fn uninitialized(fault: &Fault) -> bool {
    let library = Use::Library;
    matches!(fault, Fault::UninitializedMemory { .. })
        || matches!(fault, Fault::Uninitialized { for_what, .. } if *for_what == library)
}

#[test]
fn the_program_is_blamed_behind_a_longjmp() {
    is(
        "void *b[5]; volatile char text[4] = {0}; if (__builtin_setjmp(b)) return text[strlen(\"four\")]; __builtin_longjmp(b, 1);",
        INSTRUCTION,
        out_of_bounds,
    );
}

#[test]
fn finds_accesses_out_of_bounds() {
    is("char b[4]; strcpy(b, \"four\");", "strcpy", out_of_bounds);
    is(
        "char b[4] = {1, 2, 3, 4}; return strlen(b);",
        "strlen",
        out_of_bounds,
    );
    is(
        "char b[4]; sprintf(b, \"%d\", 12345);",
        "sprintf",
        out_of_bounds,
    );
    is(
        "char b[4] = {65, 66, 67, 68}; printf(\"%s\", b);",
        "printf",
        out_of_bounds,
    );
    is(
        "char b[4], c[8] = {0}; memcpy(b, c, 8);",
        INSTRUCTION,
        out_of_bounds,
    );
    is(
        "char b[4]; snprintf(b, 8, \"%s\", \"longer\");",
        "snprintf",
        out_of_bounds,
    );
    is("char b[4]; fgets(b, 8, stdin);", "fgets", out_of_bounds);
    is(
        "char b[4]; sscanf(\"longer\", \"%s\", b);",
        "__isoc99_sscanf",
        out_of_bounds,
    );
    is("char b[4]; fread(b, 1, 8, stdin);", "fread", out_of_bounds);
    is(
        "short b; sscanf(\"1\", \"%d\", (int *)&b);",
        "__isoc99_sscanf",
        out_of_bounds,
    );
    is(
        "char *b = malloc(3); strcat(strcpy(b, \"ab\"), \"c\");",
        "strcat",
        out_of_bounds,
    );
    is("char b[4]; memset(b, 0, 5);", INSTRUCTION, out_of_bounds);
    is("wchar_t b[2]; wcscpy(b, L\"ab\");", "wcscpy", out_of_bounds);
    is(
        "char b[4] = \"abc\"; return memcmp(b, \"abcdefg\", 8);",
        "memcmp",
        out_of_bounds,
    );
}

#[test]
fn what_decides_need_not_go_on() {
    let folder = Folder::new();
    std::fs::write(folder.path("input"), INPUT).unwrap();
    let source = folder.path("program.c");
    let body = "char a[4] = {'a', 'b', 'c', 'd'}; char b[4]; b[0] = 'x';
        return !(strcmp(a, \"b\") && memcmp(a, b, 4) && strncmp(a, \"abcd\", 4) == 0 && strchr(a, 'c') == a + 2
            && memchr(a, 'b', 100) == a + 1 && printf(\"%.4s\", a) == 4);";
    std::fs::write(&source, format!("{HEADERS}int main(void) {{ {body} }}\n")).unwrap();
    assert_eq!(run_in_machine(&folder, &source).0, Outcome::Exited(0));
}

#[test]
fn finds_uses_of_what_has_ended() {
    is("char *b = strdup(\"x\"); free(b); puts(b);", "puts", dead);
    is(
        "FILE *f = tmpfile(); fclose(f); fputc('x', f);",
        "fputc",
        dead,
    );
    is(
        "char *b = malloc(4), *c = realloc(b, 8); memset(b, 0, 4); free(c);",
        INSTRUCTION,
        dead,
    );
    is("char *b = malloc(4); free(b); free(b);", "free", |fault| {
        matches!(fault, Fault::DoubleFree { .. })
    });
    is("char b[4]; realloc(b + 1, 8);", "realloc", |fault| {
        matches!(fault, Fault::BadFree { .. })
    });
}

#[test]
fn finds_uninitialized_values() {
    is("char b[4]; puts(b);", "puts", uninitialized);
    is("int n; printf(\"%d\", n);", "printf", uninitialized);
    is(
        "char *b = malloc(8); fwrite(b, 1, 8, stdout);",
        "fwrite",
        uninitialized,
    );
    is(
        "char b[4], c[4]; b[0] = c[0] = 'x'; return memcmp(b, c, 4);",
        "memcmp",
        uninitialized,
    );
}

#[test]
fn finds_ranges_that_overlap() {
    let overlaps = |fault: &Fault| matches!(fault, Fault::Overlap { .. });
    is(
        "char b[8] = \"abcdef\"; memcpy(b + 1, b, 4);",
        INSTRUCTION,
        overlaps,
    );
    is("char b[8] = \"abc\"; strcpy(b + 1, b);", "strcpy", overlaps);
}

#[test]
fn finds_writes_to_constants() {
    is("strtok((char *)\"a b\", \" \");", "strtok", |fault| {
        matches!(fault, Fault::Constant { .. })
    });
}

#[test]
fn finds_uses_of_freed_patterns() {
    let pattern = "regex_t p, q; regcomp(&p, \"a\", 0); q = p; regfree(&p);";
    is(
        &format!("{pattern} return regexec(&q, \"a\", 0, 0, 0);"),
        "regexec",
        dead,
    );
    is(
        "regex_t p; regmatch_t m[2]; regcomp(&p, \"(a)\", REG_EXTENDED); regexec(&p, \"a\", 3, m, 0);",
        "regexec",
        out_of_bounds,
    );
}

#[test]
fn no_library_is_loaded() {
    let folder = Folder::new();
    std::fs::write(folder.path("input"), INPUT).unwrap();
    let source = folder.path("program.c");
    let program = "#include <dlfcn.h>\nint main(void) { return !dlopen(\"plug.so\", RTLD_NOW); }\n";
    std::fs::write(&source, program).unwrap();
    match run_in_machine(&folder, &source).0 {
        Outcome::Unsupported(text) => assert!(
            text.starts_with("dlopen of plug.so: ") && text.contains("sources"),
            "{text}"
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_endless_search_is_an_error() {
    let folder = Folder::new();
    std::fs::write(folder.path("input"), INPUT).unwrap();
    let source = folder.path("program.c");
    let text = "char t[3000] = {0}; memset(t, 'a', 2999); regex_t p; regcomp(&p, \"\\\\(.*\\\\)\\\\(.*\\\\)\\\\(.*\\\\)\\\\3\\\\2\\\\1x\", 0); return regexec(&p, t, 0, 0, 0);";
    let program = format!("{HEADERS}int main(void) {{ {text} }}\n");
    std::fs::write(&source, program).unwrap();
    match run_in_machine(&folder, &source).0 {
        Outcome::Unsupported(text) => assert!(text.contains("fewer back references"), "{text}"),
        other => panic!("{other:?}"),
    }
}
