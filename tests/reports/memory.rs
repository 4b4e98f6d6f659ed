//! Requests for memory that are refused with a report, limits, filling, and `delete` with another size or alignment.

use crate::program::{By, Program};

const REFUSED: &str = r#"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
volatile size_t huge = (size_t)1 << 62, three = 3, sixteen = 16, most = -8;
int main(int count, char **arguments) {
    void *block = 0, *other = malloc(8);
    switch (arguments[1][0]) {
    case 'a': block = calloc(huge, 8); break;
    case 'b': block = reallocarray(other, huge, 8); break;
    case 'c': block = pvalloc(most); break;
    case 'd': block = memalign(three, 8); break;
    case 'e': block = aligned_alloc(three, 8); break;
    case 'f': block = aligned_alloc(sixteen, 8); break;
    case 'g': printf("%d\n", posix_memalign(&block, three, 8)); break;
    case 'h': block = malloc(huge / 4); break;
    }
    printf("%p\n", block);
    return 0;
}
"#;

#[test]
fn requests_that_may_not_fail_are_reported_in_asans_words() {
    let programs = [By::Sanecc, By::Clang].map(|by| Program::new(by, REFUSED, &["-O1"]));
    for (case, kind) in [
        ("a", "calloc-overflow"),
        ("b", "reallocarray-overflow"),
        ("c", "pvalloc-overflow"),
        ("d", "invalid-allocation-alignment"),
        ("e", "invalid-aligned-alloc-alignment"),
        ("f", "invalid-aligned-alloc-alignment"),
        ("g", "invalid-posix-memalign-alignment"),
        ("h", "allocation-size-too-big"),
    ] {
        let options = "allocator_may_return_null=0:report_format=asan";
        let [ours, clangs] = programs
            .each_ref()
            .map(|program| program.run(&[case], options));
        assert_eq!(ours.code, Some(1), "{case} {}", ours.stderr);
        assert!(
            ours.summaries()[0].starts_with(kind),
            "{case} {}",
            ours.stderr
        );
        if case != "h" {
            // How large blocks are inside differs.
            assert_eq!(ours.titles(), clangs.titles());
        }
        let hint = "you may set allocator_may_return_null=1";
        assert!(ours.stderr.contains(hint) && clangs.stderr.contains(hint));
    }
}

#[test]
fn requests_fail_by_default_as_in_the_c_library() {
    let program = Program::new(By::Sanecc, REFUSED, &["-O1"]);
    for case in ["a", "b", "c", "d", "e", "g", "h"] {
        let outcome = program.run(&[case], "");
        assert_eq!((outcome.code, &*outcome.stderr), (Some(0), ""), "{case}");
        assert!(
            outcome.stdout.ends_with("(nil)\n"),
            "{case} {}",
            outcome.stdout
        );
    }
    assert!(!program.run(&["f"], "").stdout.contains("nil"));
}

const GROWS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    for (int i = 0; i < 200; i++) {
        char *block = malloc(1 << 20);
        if (!block) { printf("failed after %d\n", i > 20); return 0; }
        memset(block, 1, 1 << 20);
    }
    puts("all");
    return 0;
}
"#;

#[test]
fn memory_can_be_limited() {
    let program = Program::new(By::Sanecc, GROWS, &[]);
    assert_eq!(program.run(&[], "").stdout, "all\n");
    assert_eq!(
        program.run(&[], "soft_rss_limit_mb=100").stdout,
        "failed after 1\n"
    );
    let strict = program.run(&[], "soft_rss_limit_mb=100:allocator_may_return_null=0");
    assert!(
        strict.summaries()[0].starts_with("rss-limit-exceeded"),
        "{}",
        strict.stderr
    );
    let hard = program.run(&[], "hard_rss_limit_mb=100");
    assert_eq!((hard.code, &*hard.stdout), (Some(1), ""));
    assert!(hard.summaries()[0].starts_with("rss-limit-exceeded"));
    assert_eq!(program.run(&[], "hard_rss_limit_mb=1000").stdout, "all\n");
    let mapped = program.run(&[], "mmap_limit_mb=100");
    assert_eq!((mapped.code, &*mapped.stdout), (Some(1), ""));
    assert!(mapped.summaries()[0].starts_with("mmap-limit-exceeded"));
    assert_eq!(program.run(&[], "mmap_limit_mb=1000").stdout, "all\n");
}

#[test]
fn sums_and_what_is_without_effect_are_told_if_wanted() {
    let program = Program::new(By::Sanecc, GROWS, &[]);
    let said = |options: &str| program.run(&[], options).stderr;
    assert_eq!(said("quarantine_size=10485760"), "");
    let exit = said("atexit=1");
    assert!(
        exit.starts_with("AddressSanitizer exit stats:\nStats: "),
        "{exit}"
    );
    assert!(said("print_stats=1:mmap_limit_mb=100").contains("\nStats: "));
    let profile = said("heap_profile=1");
    let times = profile.matches("HEAP PROFILE at RSS ").count();
    assert!((3..60).contains(&times), "{profile}");
    let last = profile.rsplit("HEAP PROFILE").next().unwrap();
    let large: usize = number_after(last, "large chunks in use: ");
    assert!(large > 100 << 10, "{last}");
    assert!(
        last.contains("showing top 90% (at most 20 unique contexts)\n"),
        "{last}"
    );
    let verbose = said("verbosity=1:quarantine_size=10485760:thread_local_quarantine_size_kb=16");
    assert!(
        verbose.contains("quarantine_size_mb=10M, thread_local_quarantine_size_kb=16K"),
        "{verbose}"
    );
    for (options, words) in [
        ("quarantine_size=1:quarantine_size_mb=1", "but not both"),
        (
            "thread_local_quarantine_size_kb=0",
            "only when quarantine_size_mb is set to 0",
        ),
    ] {
        let refused = program.run(&[], options);
        assert_eq!((refused.code, &*refused.stdout), (Some(1), ""));
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
}

#[test]
fn blocks_in_use_are_told_by_their_stacks_as_with_asan() {
    let source = r#"
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>
static void *kept[40];
__attribute__((noinline)) static void small(int i) { kept[i] = malloc(100000); }
__attribute__((noinline)) static void large(int i) { kept[i] = malloc(1000000); }
int main(void) {
    for (int i = 0; i < 30; i++)
        small(i);
    for (int i = 30; i < 40; i++)
        large(i);
    free(kept[0]);
    free(kept[30]);
    __sanitizer_print_memory_profile(100, 2);
    __sanitizer_print_memory_profile(50, 9);
    return 0;
}
"#;
    let told = |by: By| {
        let said = Program::new(by, source, &[]).run(&[], "").stderr;
        let amounts_and_places = said
            .lines()
            .filter_map(|line| match line.split_once(" in ") {
                Some((amount, _)) if line.ends_with(" allocation(s)") => Some(amount.to_owned()),
                Some((_, place)) if place.starts_with("small") || place.starts_with("large") => {
                    place.split(' ').next().map(str::to_owned)
                }
                _ => None,
            });
        amounts_and_places.collect::<Vec<_>>()
    };
    let ours = told(By::Sanecc);
    assert_eq!(ours, told(By::Clang));
    let (large, small) = ("9000000 byte(s) (75%)", "2900000 byte(s) (24%)");
    assert_eq!(ours, [large, "large", small, "small", large, "large"]);
}

#[test]
fn blocks_are_filled_as_with_asan() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
__attribute__((no_sanitize("address"), noinline)) static int peek(volatile unsigned char *p, int at) { return p[at]; }
int main(void) {
    unsigned char *block = malloc(64), *zeroes = calloc(1, 64);
    printf("%d %d %d ", peek(block, 0), peek(block, 9), peek(zeroes, 0));
    block[0] = 1;
    free(block);
    printf("%d %d\n", peek(block, 0), peek(block, 4));
    return 0;
}
"#;
    for by in [By::Sanecc, By::Clang] {
        let program = Program::new(by, source, &["-O1"]);
        let options =
            "max_malloc_fill_size=10:malloc_fill_byte=7:max_free_fill_size=64:free_fill_byte=9";
        let said = program.run(&[], options).stdout;
        assert!(said.starts_with("7 7 0 "), "{by:?} {said}");
        // Clang's runtime fills when the quarantine gives a block back.
        assert!(by == By::Clang || said.ends_with(" 9 9\n"), "{said}");
        let said = program.run(&[], "").stdout;
        assert!(said.starts_with("190 190 0 "), "{by:?} {said}");
    }
}

#[test]
fn delete_with_another_size_is_reported() {
    let source = r#"
#include <new>
volatile unsigned long four = 4;
int main(int count, char **) {
    if (count > 1) operator delete(operator new(8), 8ul);
    else operator delete(operator new(8), four);
}
"#;
    let flags = ["--driver-mode=g++", "-fsized-deallocation"];
    for by in [By::Sanecc, By::Clang] {
        let program = Program::named(by, "program.cpp", source, &flags);
        let options = "report_format=asan";
        let outcome = program.run(&[], options);
        assert_eq!(outcome.code, Some(1), "{by:?}");
        assert!(outcome.summaries()[0].starts_with("new-delete-type-mismatch"));
        for line in [
            "  size of the allocated type:   8 bytes;",
            "  size of the deallocated type: 4 bytes.",
        ] {
            assert!(outcome.stderr.contains(line), "{by:?} {}", outcome.stderr);
        }
        assert_eq!(program.run(&["x"], options).code, Some(0));
        assert_eq!(program.run(&[], "new_delete_type_mismatch=0").code, Some(0));
    }
}

#[test]
fn the_defaults_of_asan_come_with_one_option() {
    let source = r#"
#include <stdlib.h>
volatile unsigned long huge = 1ul << 46;
int main(void) {
    free(malloc(huge));
    return 0;
}
"#;
    let program = Program::new(By::Sanecc, source, &["-O1"]);
    for (options, code, quarantine) in [
        ("verbosity=1", 0, "quarantine_size_mb=16M"),
        ("asan_defaults=1:verbosity=1", 1, "quarantine_size_mb=256M"),
        // What is set wins, also where it stands before.
        (
            "allocator_may_return_null=1:quarantine_size_mb=3:asan_defaults=1:verbosity=1",
            0,
            "quarantine_size_mb=3M",
        ),
    ] {
        let outcome = program.run(&[], options);
        assert_eq!(outcome.code, Some(code), "{options} {}", outcome.stderr);
        assert!(outcome.stderr.contains(quarantine), "{}", outcome.stderr);
    }
}

#[test]
fn delete_with_another_alignment_is_told_as_with_address_sanitizer() {
    const ALIGNED: &str = r#"
#include <cstdlib>
#include <new>
void *block(unsigned long align) { return align ? operator new(100, std::align_val_t(align)) : operator new(100); }
int main(int, char **words) {
    void *one = block(atoi(words[1]));
    unsigned long size = atoi(words[2]), align = atoi(words[3]);
    if (size && align) operator delete(one, size, std::align_val_t(align));
    else if (align) operator delete(one, std::align_val_t(align));
    else if (size) operator delete(one, size);
    else operator delete(one);
}
"#;
    const CASES: [[&str; 3]; 10] = [
        ["64", "0", "0"],
        ["0", "0", "64"],
        ["16", "100", "0"],
        ["32", "100", "64"],
        ["32", "4", "32"],
        ["32", "4", "1024"],
        ["1024", "4", "2048"],
        ["1024", "100", "2048"],
        ["4", "100", "2"],
        ["64", "100", "64"],
    ];
    let options = "report_format=asan:new_delete_type_mismatch=1";
    let flags = ["--driver-mode=g++", "-fsized-deallocation"];
    let programs =
        [By::Sanecc, By::Clang].map(|by| Program::named(by, "program.cpp", ALIGNED, &flags));
    for words in CASES {
        let [ours, theirs] = programs.each_ref().map(|program| {
            let outcome = program.run(&words, options);
            let told: Vec<_> = outcome
                .stderr
                .lines()
                .filter(|line| line.starts_with("  ") && !line.trim_start().starts_with('#'))
                .map(str::to_owned)
                .collect();
            (outcome.code, told)
        });
        assert_eq!(ours, theirs, "{words:?}");
    }
    let record = programs[0].run(
        &["32", "4", "64"],
        "report_format=json:new_delete_type_mismatch=1",
    );
    for part in [
        "\"kind\":\"new-delete-type-mismatch\"",
        "a chunk of 100 bytes, aligned to 32, is deleted as one of 4, aligned to 64",
        "\"allocated\":{\"size\":100,\"alignment\":32}",
        "\"deleted\":{\"size\":4,\"alignment\":64}",
    ] {
        assert!(record.stderr.contains(part), "{part}: {}", record.stderr);
    }
}

#[test]
fn the_number_of_elements_of_an_array_is_guarded_if_that_is_wanted() {
    const ARRAY: &str = r#"
#include <cstdio>
#include <cstdlib>
struct Element { int x; ~Element() { puts("gone"); } };
__attribute__((noinline)) void give_back(Element *array) { delete[] array; }
__attribute__((no_sanitize("address"))) void write(Element *array, long count) { reinterpret_cast<volatile long *>(array)[-1] = count; }
int main(int count, char **) {
    Element *array = new Element[count];
    if (count == 1) { give_back(array); write(array, 2); give_back(array); }
    reinterpret_cast<volatile int *>(array)[-2] = 1;
}
"#;
    for by in [By::Sanecc, By::Clang] {
        let program = Program::named(by, "program.cpp", ARRAY, &["-O1", "-lstdc++"]);
        let freed = "loaded array cookie from free-d memory; expect a double-free report";
        for (wanted, is_wanted) in [("1", true), ("0", false)] {
            let option = format!("poison_array_cookie={wanted}");
            let twice = program.run(&[], &format!("{option}:alloc_dealloc_mismatch=0"));
            assert_eq!(twice.stderr.contains(freed), is_wanted, "{}", twice.stderr);
            assert!(twice.stderr.contains("double-free"), "{}", twice.stderr);
            let write = program.run(&["more"], &option);
            let is_reported = write.stderr.contains("heap-buffer-overflow");
            assert_eq!(is_reported, is_wanted, "{by:?}: {}", write.stderr);
        }
    }
}

/// The number that follows `words`.
fn number_after(text: &str, words: &str) -> usize {
    let rest = text.split(words).nth(1).unwrap_or_default();
    let digits = rest.split(|byte: char| !byte.is_ascii_digit()).next();
    digits.unwrap_or_default().parse().unwrap_or(0)
}
