//! Compiling in two halves, as caches and engines that distribute builds do: preprocess here, compile the text
//! there. Checks know their lines; the object depends on the preprocessed text alone.

use crate::twin::Twin;

/// Blanks, macros and folders that preprocessing takes away. The access stands on line 7.
const SOURCE: &str = "#include <stdlib.h>\n\
    #include \"obj/at.h\"\n\
    struct      pair { int first,      second; } none[2];\n\
    static int      sum(struct pair     *p) { return p->first\t\t+ FIELD(p, second) + __has_feature(address_sanitizer); }\n\
    int main(int count, char **words) {\n\
    \x20   struct pair *pairs =     calloc(2, sizeof *pairs); (void)words;\n\
    \x20   AT(pairs,    count + 1).second     = 1;\n\
    \x20   return sum(pairs) + none[count].first + FIELD(pairs,       first);\n\
    }\n";

fn twin() -> Twin {
    let twin = Twin::new();
    let header = "#define AT(a,i) ((a)[(i)])\n#define FIELD(p, f) ((p)->f)\n";
    twin.write("obj/at.h", header);
    twin.write("a.c", SOURCE);
    twin
}

fn compile(twin: &Twin, words: &[&str]) {
    let output = twin.only_ours(words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.is_empty(),
        "{words:?}\n{said}"
    );
}

/// The report of the program that `flags` make of [`SOURCE`].
fn report(twin: &Twin, flags: &[&str]) -> String {
    compile(twin, &[&["a.c", "-o", "p"], flags].concat());
    let output = twin.program("p");
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn both_halves_apart_make_the_same_object() {
    let twin = twin();
    for level in ["-O0", "-O2"] {
        compile(&twin, &[level, "-c", "a.c", "-o", "at_once.o"]);
        compile(&twin, &[level, "-E", "a.c", "-o", "a.i"]);
        compile(&twin, &[level, "-c", "a.i", "-o", "apart.o"]);
        assert!(twin.read("at_once.o") == twin.read("apart.o"), "{level}");
    }
}

/// Engines compile elsewhere; what a name shares with the working folder must not matter.
#[test]
fn the_working_folder_does_not_matter() {
    let twin = twin();
    for folder in ["", "obj", "obj/deeper"] {
        twin.folder(folder);
        let mut command = twin.command(&["-O1", "-c", "-o", "a.o"]);
        command.arg(twin.ours("a.c")).current_dir(twin.ours(folder));
        assert!(command.status().unwrap().success());
    }
    compile(&twin, &["-O1", "-c", "a.c", "-o", "relative.o"]);
    let object = twin.read("a.o");
    assert!(object == twin.read("obj/a.o") && object == twin.read("obj/deeper/a.o"));
    assert!(object != twin.read("relative.o"));
}

#[test]
fn both_halves_of_cplusplus_apart_make_the_same_object() {
    let twin = twin();
    twin.write("a.cpp", &SOURCE.replace("calloc", "(pair *)calloc"));
    compile(&twin, &["-O1", "-c", "a.cpp", "-o", "at_once.o"]);
    compile(&twin, &["-O1", "-E", "a.cpp", "-o", "a.ii"]);
    compile(&twin, &["-O1", "-c", "a.ii", "-o", "apart.o"]);
    assert!(twin.read("at_once.o") == twin.read("apart.o"));
}

#[test]
fn reports_have_lines_always_and_columns_where_debug_information_has_them() {
    let twin = twin();
    for (flags, place) in [
        (&["-O1"][..], "a.c:7"),
        (&["-O1", "-g"], "a.c:7:40"),
        (&["-O1", "-g", "-gno-column-info"], "a.c:7"),
        (&["-O1", "-gline-tables-only"], "a.c:7:40"),
        (&["-O1", "-gcolumn-info"], "a.c:7:40"),
    ] {
        let report = report(&twin, flags);
        let access = format!(" in main {place}\n");
        assert!(report.contains(&access), "{flags:?}: no {access}{report}");
        let summary = format!("SUMMARY: sanecc: heap-buffer-overflow {place} in main\n");
        assert!(report.contains(&summary), "{flags:?}: no {summary}{report}");
    }
}
