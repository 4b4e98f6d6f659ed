//! The sanitizers' public headers: a program for each calls every function that AddressSanitizer's runtime has of it. What
//! it prints must be what it prints with clang.

use crate::program::{By, Outcome, Program};

fn both(source: &str, options: &str) -> [Outcome; 2] {
    [By::Sanecc, By::Clang]
        .map(|by| Program::new(by, source, &["-O0", "-rdynamic"]).run(&[], options))
}

fn assert_same(source: &str) {
    let [ours, clangs] = both(source, "");
    assert_eq!(
        ours.stdout, clangs.stdout,
        "{}\n{}",
        ours.stderr, clangs.stderr
    );
    assert_eq!(
        (ours.code, clangs.code),
        (Some(0), Some(0)),
        "{}",
        ours.stderr
    );
    assert!(ours.stdout.ends_with("end\n"), "{}", ours.stdout);
}

#[test]
fn asan_interface() {
    assert_same(
        r#"
#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int global[1024];
static int reports, lines;
const char *__asan_default_options(void) { return "halt_on_error=0:print_legend=0"; }
void __asan_on_error(void) { printf("on error, description %s\n", __asan_get_report_description()); }
static void *pc, *bp, *sp, *bad;
static void whole(const char *text) {
    reports++;
    for (; *text; text++) lines += *text == '\n';
    printf("present %d: %s, write %d of %zu, %d %d %d\n", __asan_report_present(), __asan_get_report_description(),
           __asan_get_report_access_type(), __asan_get_report_access_size(), __asan_get_report_pc() == pc,
           __asan_get_report_bp() == bp, __asan_get_report_sp() == sp);
    printf("address %d\n", (int)((char *)__asan_get_report_address() - (char *)bad));
}
static void locate(const char *what, void *address) {
    char name[20] = "-";
    void *start = 0;
    size_t size = 0;
    const char *kind = __asan_locate_address(address, name, sizeof name, &start, &size);
    printf("%s: %s '%s' %d %zu\n", what, kind, name, start ? (int)((char *)address - (char *)start) : -1, size);
}
static void died(void) { puts("end"); fflush(stdout); _Exit(0); }
int main(void) {
    int local[3] = {0};
    char *block = malloc(10), *other = malloc(10);
    volatile char *hidden = block;
    locate("block", block + 3);
    locate("end", block + 10);
    locate("global", &global[500]);
    locate("local", &local[1]);
    locate("shadow", (void *)0x7fff8008);
    locate("code", (void *)main);
    locate("nothing", (void *)0x123456);
    locate("short name", &global[502]);
    void *trace[10];
    int thread = -1;
    printf("%d ", __asan_get_alloc_stack(block + 1, trace, 10, &thread) > 0);
    printf("%d\n", thread);
    printf("%zu %zu\n", __asan_get_alloc_stack(block, trace, 1, &thread), __asan_get_alloc_stack(&thread, trace, 1, &thread));
    thread = -1;
    printf("%zu %d\n", __asan_get_free_stack(block, trace, 10, &thread), thread);
    free(other);
    printf("%d ", __asan_get_free_stack(other, trace, 10, &thread) > 0);
    printf("%d\n", thread);
    printf("%d %d %d\n", __asan_update_allocation_context(block), __asan_update_allocation_context(block + 1),
           __asan_update_allocation_context(&thread));
    size_t scale, offset;
    __asan_get_shadow_mapping(&scale, &offset);
    printf("%zu %zx\n", scale, offset);
    __asan_poison_memory_region(block, 8);
    printf("%d %d %d\n", __asan_address_is_poisoned(block), __asan_address_is_poisoned(block + 8),
           (int)((char *)__asan_region_is_poisoned(block + 8, 2) - (char *)0));
    ASAN_UNPOISON_MEMORY_REGION(block, 8);
    printf("%d\n", __asan_region_is_poisoned(block, 10) == 0);
    printf("present %d\n", __asan_report_present());
    __asan_set_error_report_callback(whole);
    pc = __builtin_return_address(0), bp = __builtin_frame_address(0), sp = &scale, bad = block + 10;
    __asan_report_error(pc, bp, sp, bad, 1, 4);
    printf("reported %d %d\n", reports, lines > 5);
    printf("present %d\n", __asan_report_present());
    __asan_set_error_report_callback(0);
    __asan_describe_address(block);
    __asan_print_accumulated_stats();
    __asan_handle_no_return();
    __asan_set_death_callback(died);
    hidden[12] = 1;
    return 1;
}
"#,
    );
}

#[test]
fn allocator_interface() {
    assert_same(
        r#"
#include <sanitizer/allocator_interface.h>
#include <stdio.h>
#include <stdlib.h>
static int made, gone, by_name, named_frees;
static void *ignored;
static int count_hooks;
void __sanitizer_malloc_hook(const volatile void *block, size_t size) { by_name += count_hooks && size == 77; }
void __sanitizer_free_hook(const volatile void *block) { named_frees += count_hooks; }
int __sanitizer_ignore_free_hook(const volatile void *block) { return block && block == ignored; }
static void on_malloc(const volatile void *block, size_t size) { made += size == 77; }
static void on_free(const volatile void *block) { gone += count_hooks; }
int main(void) {
    setvbuf(stdout, 0, _IONBF, 0);
    printf("%zu %zu\n", __sanitizer_get_estimated_allocated_size(0), __sanitizer_get_estimated_allocated_size(17));
    size_t before = __sanitizer_get_current_allocated_bytes();
    char *block = malloc(1000), *large = malloc(3 << 20);
    printf("%zu\n", __sanitizer_get_current_allocated_bytes() - before);
    printf("%d\n", __sanitizer_get_heap_size() >= 3 << 20);
    printf("%d %zu\n", __sanitizer_get_free_bytes() < (size_t)1 << 40, __sanitizer_get_unmapped_bytes());
    printf("%d %d %d\n", __sanitizer_get_ownership(block), __sanitizer_get_ownership(block + 1), __sanitizer_get_ownership(&before));
    printf("%zu %zu %zu\n", __sanitizer_get_allocated_size(block), __sanitizer_get_allocated_size_fast(large), __sanitizer_get_allocated_size(0));
    printf("%d %d %d\n", __sanitizer_get_allocated_begin(block + 999) == block, __sanitizer_get_allocated_begin(large) == large,
           __sanitizer_get_allocated_begin(&before) == 0);
    free(large);
    free(block);
    printf("%d\n", __sanitizer_get_allocated_begin(block) == 0);
    printf("%zd\n", __sanitizer_get_current_allocated_bytes() - before);
    for (int i = 0; i < 6; i++) printf("%d ", __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free));
    puts("");
    count_hooks = 1;
    block = malloc(77);
    printf("%d %d\n", made, by_name);
    free(block);
    printf("%d %d\n", gone, named_frees);
    ignored = block = malloc(77);
    free(block);
    block[3] = 1;
    printf("%d\n", __sanitizer_get_ownership(block));
    ignored = 0;
    free(block);
    printf("%d\n", __sanitizer_get_ownership(block));
    __sanitizer_purge_allocator();
    count_hooks = 0;
    puts("end");
    return 0;
}
"#,
    );
}

#[test]
fn what_is_purged_is_used_again() {
    let source = r#"
#include <sanitizer/allocator_interface.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments) {
    char *first = malloc(100);
    free(first);
    if (count > 1) __sanitizer_purge_allocator();
    int found = 0;
    for (int i = 0; i < 3000; i++) found |= malloc(100) == first;
    printf("%d\n", found);
    return 0;
}
"#;
    let program = Program::new(By::Sanecc, source, &[]);
    assert_eq!(program.run(&[], "").stdout, "0\n");
    assert_eq!(program.run(&["purge"], "").stdout, "1\n");
}

#[test]
fn common_interface_defs() {
    assert_same(
        r#"
#include <sanitizer/common_interface_defs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int global[4];
static int printed;
void __sanitizer_on_print(const char *text) { printed++; }
static void died(void) { puts("end"); fflush(stdout); _Exit(0); }
static void show(const char *format, void *pc) {
    char text[300];
    memset(text, '#', sizeof text);
    __sanitizer_symbolize_pc(pc, format, text, sizeof text);
    printf("%s %d\n", text, text[strlen(text) + 1]);
}
static int wrong(char *room, int size, int middle) {
    const void *bad = __sanitizer_contiguous_container_find_bad_address(room, room + middle, room + size);
    return bad ? (int)((char *)bad - room) : -1;
}
int main(void) {
    char text[300];
    show("%f|%l|%c", (char *)main + 1);
    show("%F", (char *)main + 1);
    __sanitizer_symbolize_pc((char *)main + 1, "%f", text, 3);
    printf("%s\n", text);
    __sanitizer_symbolize_global(global + 1, "%g|%l", text, sizeof text);
    printf("%s\n", text);
    void *offset = 0;
    printf("%d ", __sanitizer_get_module_and_offset_for_pc((void *)main, text, sizeof text, &offset));
    printf("%s %d\n", strrchr(text, '/'), offset != 0);
    printf("%d\n", __sanitizer_get_module_and_offset_for_pc((void *)1, text, sizeof text, &offset));
    char bytes[16] = {0};
    __sanitizer_unaligned_store16(bytes + 1, 0x1234);
    __sanitizer_unaligned_store32(bytes + 3, 0x56789abc);
    __sanitizer_unaligned_store64(bytes + 7, 0x1122334455667788);
    printf("%x %x %lx\n", __sanitizer_unaligned_load16(bytes + 1), __sanitizer_unaligned_load32(bytes + 3),
           __sanitizer_unaligned_load64(bytes + 7));
    fflush(stdout);
    if (!fork()) {
        int first = __sanitizer_acquire_crash_state();
        printf("%d %d\n", first, __sanitizer_acquire_crash_state());
        fflush(stdout);
        _Exit(0);
    }
    wait(0);
    char *room = malloc(100);
    printf("%d %d\n", __sanitizer_verify_contiguous_container(room, room + 100, room + 100), wrong(room, 100, 40));
    __sanitizer_annotate_contiguous_container(room, room + 100, room + 100, room + 43);
    printf("%d %d %d %d\n", __sanitizer_verify_contiguous_container(room, room + 43, room + 100), wrong(room, 100, 43),
           wrong(room, 100, 44), wrong(room, 100, 42));
    __sanitizer_annotate_double_ended_contiguous_container(room, room + 100, room, room + 43, room + 16, room + 32);
    printf("%d %d\n", __sanitizer_verify_double_ended_contiguous_container(room, room + 16, room + 32, room + 100),
           __sanitizer_verify_double_ended_contiguous_container(room, room + 16, room + 40, room + 100));
    const void *bad = __sanitizer_double_ended_contiguous_container_find_bad_address(room, room + 16, room + 40, room + 100);
    printf("%d\n", (int)((char *)bad - room));
    __sanitizer_annotate_double_ended_contiguous_container(room, room + 100, room + 16, room + 32, room, room + 100);
    printf("'%s'\n", __sanitizer_get_report_path());
    __sanitizer_sandbox_arguments sandbox = {0};
    __sanitizer_sandbox_on_notify(&sandbox);
    __sanitizer_print_memory_profile(100, 1);
    printf("printed %d\n", printed > 0);
    // Reports go to a pipe, then to a file.
    int ends[2];
    if (pipe(ends)) return 1;
    __sanitizer_set_report_fd((void *)(long)ends[1]);
    __sanitizer_report_error_summary("SUMMARY: mine");
    __sanitizer_print_stack_trace();
    ssize_t length = read(ends[0], text, 14);
    printf("%.*s", (int)length, text);
    __sanitizer_set_report_path("here");
    char expected[40];
    sprintf(expected, "here.%d", getpid());
    __sanitizer_report_error_summary("SUMMARY: file");
    printf("%d\n", !strcmp(__sanitizer_get_report_path(), expected));
    FILE *file = fopen(expected, "r");
    printf("%s", file && fgets(text, sizeof text, file) ? text : "none\n");
    __sanitizer_set_report_path("stderr");
    __sanitizer_set_death_callback(died);
    ((volatile char *)room)[100] = 1;
    return 1;
}
"#,
    );
}

#[test]
fn a_program_may_print_summaries_itself() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
void __sanitizer_report_error_summary(const char *text) { printf("mine: %.24s\n", text); fflush(stdout); }
int main(void) { volatile char *block = malloc(10); block[10] = 1; return 0; }
"#;
    let [ours, clangs] = both(source, "");
    assert!(
        ours.stdout.starts_with("mine: SUMMARY: sanecc"),
        "{}",
        ours.stderr
    );
    assert!(clangs.stdout.starts_with("mine: SUMMARY: "));
    assert!(!ours.stderr.contains("SUMMARY"));
}

#[test]
fn annotations_that_make_no_sense_are_reported() {
    let source = r#"
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>
int main(int count, char **arguments) {
    char *room = malloc(32);
    if (count > 1) __sanitizer_annotate_double_ended_contiguous_container(room, room + 32, room, room + 32, room + 8, room);
    else __sanitizer_annotate_contiguous_container(room, room + 32, room + 32, room + 33);
    return 0;
}
"#;
    for by in [By::Sanecc, By::Clang] {
        let program = Program::new(by, source, &[]);
        let kinds = [
            "bad-__sanitizer_annotate_contiguous_container",
            "bad-__sanitizer_annotate_double_ended_contiguous_container",
        ];
        for (arguments, kind) in [&[][..], &["x"]].into_iter().zip(kinds) {
            let outcome = program.run(arguments, "report_format=asan");
            assert!(
                outcome.summaries()[0].starts_with(kind),
                "{by:?} {}",
                outcome.stderr
            );
            let title = format!("bad parameters to {}:", kind.trim_start_matches("bad-"));
            assert_eq!(outcome.titles(), [title]);
            assert_eq!(outcome.code, Some(1));
        }
    }
}

#[test]
fn shadow_bytes_by_their_address() {
    assert_same(
        r#"
#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
void __asan_set_shadow_00(size_t, size_t);
void __asan_set_shadow_03(size_t, size_t);
void __asan_set_shadow_f2(size_t, size_t);
void __asan_set_shadow_f8(size_t, size_t);
int main(void) {
    size_t scale, offset;
    __asan_get_shadow_mapping(&scale, &offset);
    char *block = aligned_alloc(64, 256);
    size_t shadow = ((size_t)block >> scale) + offset;
    __asan_set_shadow_f8(shadow + 1, 2);
    __asan_set_shadow_f2(shadow + 8, 1);
    __asan_set_shadow_03(shadow + 12, 2);
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < 256; i++) putchar(__asan_address_is_poisoned(block + i) ? '#' : '.');
        printf("\n%d\n", (int)((char *)__asan_region_is_poisoned(block + 32, 224) - block));
        __asan_set_shadow_00(shadow + 2, 8);
    }
    __asan_set_shadow_00(shadow, 32);
    free(block);
    puts("end");
    return 0;
}
"#,
    );
}
