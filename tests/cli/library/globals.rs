//! Variables of libraries: exported, replaced, copied, merged, gone.

use super::{Bench, assert_fine, assert_reports, linkers};

/// Prints `fine` if none of the bytes that follow the program's own variables is poisoned.
const NEIGHBOURS: &str = r#"
#include <stdio.h>
int table[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 4};
int after[100] = {1};
int __asan_address_is_poisoned(const void *) __attribute__((weak));
int lib_get(int);
int main(void) {
    for (int i = 0; i < 100; i++)
        if (__asan_address_is_poisoned(&after[i])) return 2;
    if (lib_get(9) == 4) puts("fine");
    return 0;
}
"#;

/// The program's `table` takes the place of the library's: nothing behind it is the library's to poison.
#[test]
fn a_definition_of_the_program_replaces_the_librarys() {
    for linker in linkers() {
        let bench = Bench::new();
        bench.sanecc(&format!("{linker} -fPIC -shared one.c -o libone.so"));
        bench.twin.write("near.c", NEIGHBOURS);
        for flags in ["-fPIE", "-no-pie -fno-pic"] {
            bench.clang(&format!(
                "{linker} {flags} near.c -L. -lone -Wl,--allow-shlib-undefined -o near"
            ));
            assert_fine(&bench.preloaded("near"));
        }
    }
}

/// A program at fixed addresses gets a copy of the library's variable: as large as at the time of its link.
#[test]
fn a_copy_in_the_program_is_poisoned_if_it_has_room() {
    let bench = Bench::new();
    bench.sanecc("-fPIC -shared one.c -o libone.so");
    bench.twin.write(
        "copy.c",
        "#include <stdio.h>\nextern int table[];\nint __asan_address_is_poisoned(const void *) __attribute__((weak));\n\
         int main(void) { printf(\"%d%d\\n\", __asan_address_is_poisoned(&table[9]), __asan_address_is_poisoned(&table[10]));\n\
         return 0; }\n",
    );
    bench.clang("-no-pie -fno-pic copy.c -L. -lone -Wl,--allow-shlib-undefined -o copy");
    assert_eq!(bench.preloaded("copy").stdout, b"01\n");
    bench.clang("-fPIC -shared one.c -o libone.so");
    bench.clang("-no-pie -fno-pic copy.c -L. -lone -o copy");
    bench.sanecc("-fPIC -shared one.c -o libone.so");
    assert_eq!(bench.preloaded("copy").stdout, b"00\n");
}

/// What lay there is forgotten: neither is the memory poisoned for the next owner, nor is the library named.
#[test]
fn a_library_that_was_unloaded_leaves_nothing_behind() {
    let bench = Bench::with_library();
    bench.twin.write(
        "reuse.c",
        r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
int main(void) {
    for (int round = 0; round < 3; round++) {
        void *library = dlopen("./libone.so", RTLD_NOW);
        if (!library) return 2;
        char *place = (char *)((uintptr_t)dlsym(library, "table") & ~4095ul);
        if (dlclose(library) != 0) return 3;
        char *page = mmap(place, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (page != place) return 4;
        for (volatile int i = 0; i < 4096; i++) page[i] = 1;
        munmap(page, 4096);
    }
    puts("fine");
    return 0;
}
"#,
    );
    bench.sanecc("reuse.c -o checked");
    assert_fine(&bench.run("checked"));
    bench.clang("reuse.c -o plain");
    assert_fine(&bench.preloaded("plain"));
}

/// Inline variables and those of templates are in every unit; the linker keeps one of them, padded or not.
#[test]
fn of_inline_variables_the_linker_keeps_one() {
    let header = "template <class T> struct Of { static T table[10]; };\ntemplate <class T> T Of<T>::table[10] = {1};\n\
                  inline int plain[10] = {2};\ninline int *local() { static int kept[10] = {3}; return kept; }\n";
    let main = "#include \"inline.h\"\n#include <cstdio>\nint other(int);\n\
                int main(int count, char **) { int at = 8 + count;\n\
                if (count > 2) return Of<int>::table[at - 1];\n\
                if (other(at) + Of<int>::table[0] + plain[0] + local()[0] == 6) puts(\"fine\"); return 0; }\n";
    let other = "#include \"inline.h\"\nint other(int at) { return Of<int>::table[at] + plain[at] + local()[at]; }\n";
    for linker in linkers() {
        let bench = Bench::new();
        bench.twin.write("inline.h", header);
        bench.twin.write("main.cpp", main);
        bench.twin.write("other.cpp", other);
        let compile = "--driver-mode=g++ -std=c++17 -g -c";
        bench.sanecc(&format!("{compile} main.cpp other.cpp"));
        bench.sanecc(&format!(
            "--driver-mode=g++ {linker} main.o other.o -o both"
        ));
        assert_fine(&bench.run("both"));
        assert_reports(&bench.run("both x"), "global-buffer-overflow");
        assert_reports(&bench.run("both x y"), "global-buffer-overflow");
        // Gold takes the name of a variable in a group that it dropped for an error, also where the name is weak.
        if linker.ends_with("gold") {
            continue;
        }
        bench.clang(&format!("{compile} other.cpp -o plain.o"));
        bench.sanecc(&format!(
            "--driver-mode=g++ {linker} main.o plain.o -o padded"
        ));
        assert_fine(&bench.run("padded"));
        assert_reports(&bench.run("padded x y"), "global-buffer-overflow");
        bench.sanecc(&format!(
            "--driver-mode=g++ {linker} plain.o main.o -o unpadded"
        ));
        assert_fine(&bench.run("unpadded"));
    }
}
