//! The note and the one hint of a report: each fits its error, and there is none where nothing is certain.

use crate::program::{By, Program};

/// The text behind `= note:` and `= help:`, as one line; empty where there is none.
fn remarks(report: &str) -> [String; 2] {
    ["note", "help"].map(|kind| {
        let title = format!("  = {kind}: ");
        let mut lines = report.lines().skip_while(|line| !line.starts_with(&title));
        let Some(first) = lines.next() else {
            return String::new();
        };
        let rest = lines.take_while(|line| line.starts_with("          "));
        let words = rest.map(str::trim).collect::<Vec<_>>();
        [&[&first[title.len()..]], &words[..]].concat().join(" ")
    })
}

/// Compiles statements of `main`, in C or C++, and returns what the report of the run remarks.
fn said(name: &str, statements: &str) -> [String; 2] {
    let source = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint sink;\n{}",
        match name.ends_with(".c") {
            true => format!("int main(int count, char **arguments) {{\n{statements}\n}}\n"),
            false => format!(
                "#include <memory>\n#include <string>\n#include <vector>\n#include <list>\nint main(int count, char **arguments) {{\n{statements}\n}}\n"
            ),
        }
    );
    let flags: &[&str] = match name.ends_with(".c") {
        true => &["-O0"],
        false => &["-O0", "-x", "c++", "-lstdc++"],
    };
    let program = Program::named(By::Sanecc, name, &source, flags);
    let report = program.run(&[], "").stderr;
    let remarks = remarks(&report);
    // A record says the same.
    let record = program.run(&[], "report_format=json").stderr;
    for (kind, remark) in ["note", "help"].iter().zip(&remarks) {
        let field = format!("\"{kind}\":\"{remark}\"");
        let expected = !remark.is_empty();
        assert_eq!(
            record.contains(&field),
            expected,
            "{field} {report} {record}"
        );
    }
    remarks
}

#[test]
fn errors_in_c_have_their_hints() {
    for (statements, note, help) in [
        (
            "int *n = calloc(10, sizeof *n); return n[9 + count];",
            "index 10, if the chunk is an array: it holds 10 elements of 4 bytes",
            "off by one at the end",
        ),
        (
            "long n[4] = {0}; long *volatile p = n; p[-count] = 1; return p[0];",
            "index -1 of 'n', which is of type 'long[4]'",
            "off by one at the beginning",
        ),
        // Far away, nothing is known of the reason.
        (
            "int *n = calloc(10, sizeof *n); return n[11 + count];",
            "index 12, if the chunk is an array: it holds 10 elements of 4 bytes",
            "",
        ),
        (
            "char *s = malloc(4); memcpy(s, \"abcd\", 4); return strlen(s);",
            "the chunk has room for 4",
            "no terminating NUL",
        ),
        // No string.
        (
            "char *s = malloc(4); memset(s, 0, 4); return memcmp(s, \"\\0\\0\\0\\0\", 4 + count);",
            "memcmp reads 5 bytes, the chunk has room for 4",
            "",
        ),
        (
            "char *s = malloc(4); strcpy(s, count ? \"abcd\" : \"\"); return *s;",
            "strcpy writes 5 bytes, the chunk has room for 4",
            "the terminating NUL has no room",
        ),
        (
            "struct pair { long a, b; } *p = malloc(sizeof(p)); p->b = 1; return p->a;",
            "index 1, if the chunk is an array: it holds 1 element of 8 bytes",
            "the chunk has the 8 bytes of a pointer",
        ),
        // As long as a pointer, but the source says why.
        (
            "char *p = malloc(8); p[7 + count] = 1; return *p;",
            "",
            "off by one at the end",
        ),
        (
            "char *p = malloc(8); char *volatile old = p; p = realloc(p, 4000); return *old;",
            "",
            "realloc may move the chunk",
        ),
        (
            "int *p; { int n = count; p = &n; } return *(volatile int *)p;",
            "'n' is of type 'int'",
            "at the end of the block",
        ),
        (
            "char *p = malloc(8); free(p + count);",
            "",
            "not one into the chunk",
        ),
        (
            "int n; int *volatile p = &n; free(p);",
            "",
            "this is a variable",
        ),
        (
            "char b[8] = {0}; memcpy(b + count, b, 4 + count); return *b;",
            "",
            "memmove",
        ),
        (
            "char *p = malloc(8); free(p); char *volatile q = p; return *q;",
            "",
            "",
        ),
    ] {
        let [said_note, said_help] = said("program.c", statements);
        for (said, expected) in [(&said_note, note), (&said_help, help)] {
            assert_eq!(expected.is_empty(), said.is_empty(), "{statements}: {said}");
            assert!(said.contains(expected), "{statements}: {said}");
        }
    }
}

/// Types and members are named as far as the debug information has them.
#[test]
fn variables_have_types_and_members() {
    const TYPES: &str = "struct inner { short codes[3]; char name[6]; };\nstruct record { long id; struct inner inner[2]; };\ntypedef const char *const *words;\n";
    for (declared, used, note) in [
        (
            "static int numbers[10];",
            "return numbers[9 + count];",
            "index 10 of 'numbers', which is of type 'int[10]'",
        ),
        (
            "struct record one = {0};",
            "((volatile struct record *)&one)->inner[count].name[5 + count] = 1;",
            "index 2 of 'one.inner', which is of type 'struct inner[2]'",
        ),
        (
            "static struct record records[2];",
            "return records[2 + count].id;",
            "index 3 of 'records', which is of type 'struct record[2]'",
        ),
        (
            "char text[8] = {0};",
            "char *volatile t = text; strcpy(t, \"too long for this\"); return *t;",
            "strcpy writes 18 bytes, the variable has room for 8: 'text' is of type 'char[8]'",
        ),
        (
            "words *p; struct record *r;",
            "{ words m[3] = {0}; p = m; } return *(words volatile *)p != 0;",
            "'m' is of type 'words[3]'",
        ),
        (
            "struct record *p; { struct record m = {0}; p = &m; }",
            "return ((volatile struct record *)p)->inner[count].codes[2];",
            "'m.inner[1].codes' is of type 'short[3]'",
        ),
        (
            "struct record *p; { struct record m = {0}; p = &m; } { char m = 0, *volatile c = &m; *c = 1; }",
            "return ((volatile struct record *)p)->id;",
            "'m.id' is of type 'long'",
        ),
    ] {
        let statements = format!("{TYPES}{declared}\n{used}");
        let [said_note, _] = said("program.c", &statements);
        assert_eq!(said_note, note, "{statements}");
    }
    let [said_note, _] = said(
        "program.cpp",
        "struct Shape { int sides; char name[4]; };\nstatic Shape shapes[2];\nreturn shapes[1 + count].sides;",
    );
    assert_eq!(
        said_note,
        "index 2 of 'shapes', which is of type 'Shape[2]'"
    );
}

#[test]
fn errors_in_cxx_have_their_hints() {
    for (statements, help) in [
        (
            "std::vector<int> v(3); int *p = &v[0]; v.push_back(1); return *p;",
            "the vector has moved its elements",
        ),
        (
            "std::string s(30, 'x'); const char *p = s.c_str(); s += std::string(300, 'y'); return *p;",
            "the string has moved its elements",
        ),
        (
            "int *p; { std::unique_ptr<int> owner(new int(1)); p = owner.get(); } return *p;",
            "std::unique_ptr::~unique_ptr has freed it",
        ),
        (
            "struct Owner { int *n = new int[3](); ~Owner() { delete[] n; } }; int *p; { Owner o; p = o.n; } return *p;",
            "main::Owner::~Owner has freed it",
        ),
        (
            "std::list<int> l{1, 2}; int *p = &l.front(); l.pop_front(); return *p;",
            "std::list::pop_front has removed the element",
        ),
        (
            "int *p = new int[3]; free(p);",
            "must be freed by operator delete []",
        ),
    ] {
        let [_, said] = said("program.cpp", statements);
        assert!(said.contains(help), "{statements}: {said}");
    }
}
