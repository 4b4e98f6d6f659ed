// What a call of a library function costs: prints the name, the size in bytes and nanoseconds a call, for each function and size.
// Compiled without builtins, so that every call is made. Arguments: milliseconds for each figure, the functions (all, if none).
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>

// Strings of `size` characters and their end, of letters up to `w`; `upper` is `text` in capitals, `last` has a `z` as its last letter.
// `size` is volatile: no compiler can tell how long they are.
struct input {
    volatile size_t size;
    char *to, *text, *same, *upper, *last;
    wchar_t *wide_to, *wide, *wide_same;
};

#define KEEP(value) __asm__ volatile("" : : "r"(value) : "memory")

#define CASE(name, call)                                                                                               \
    static void call_##name(const struct input *in, long count) {                                                      \
        size_t size = in->size;                                                                                        \
        char *to = in->to, *text = in->text, *same = in->same, *upper = in->upper, *last = in->last;                   \
        wchar_t *wide_to = in->wide_to, *wide = in->wide, *wide_same = in->wide_same;                                  \
        for (long i = 0; i < count; i++)                                                                               \
            KEEP(call);                                                                                                \
    }

static char *emptied(char *text) {
    *text = 0;
    return text;
}

static size_t freed(char *text) {
    free(text);
    return 0;
}

// What strdup does, by the calls that it consists of: an allocation costs the same in both.
static char *duplicated(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(malloc(size), text, size);
}

CASE(memcpy, memcpy(to, text, size))
CASE(memmove, memmove(to, text, size))
CASE(memset, memset(to, 0, size))
CASE(memcmp, memcmp(text, same, size))
CASE(memchr, memchr(text, 'z', size))
CASE(memrchr, memrchr(text, 'z', size))
CASE(memmem, memmem(last, size, "z", 1))
CASE(strlen, strlen(text))
CASE(strnlen, strnlen(text, size))
CASE(strcpy, strcpy(to, text))
CASE(stpcpy, stpcpy(to, text))
CASE(strncpy, strncpy(to, text, size))
CASE(strcat, strcat(emptied(to), text))
CASE(strncat, strncat(emptied(to), text, size))
CASE(strcmp, strcmp(text, same))
CASE(strncmp, strncmp(text, same, size))
CASE(strcasecmp, strcasecmp(text, upper))
CASE(strncasecmp, strncasecmp(text, upper, size))
CASE(strchr, strchr(last, 'z'))
CASE(strchrnul, strchrnul(text, 'z'))
CASE(strrchr, strrchr(text, 'z'))
CASE(strstr, strstr(text, "xyz"))
CASE(strspn, strspn(text, "abcdefghijklmnopqrstuvw"))
CASE(strcspn, strcspn(text, "xyz"))
CASE(strpbrk, strpbrk(text, "xyz"))
CASE(strdup, freed(strdup(text)))
CASE(strndup, freed(strndup(text, size)))
CASE(by_hand, freed(duplicated(text)))
CASE(snprintf, snprintf(to, size + 1, "%s", text))
CASE(wcslen, wcslen(wide))
CASE(wcscpy, wcscpy(wide_to, wide))
CASE(wcscmp, wcscmp(wide, wide_same))
CASE(wcschr, wcschr(wide, L'z'))
CASE(wmemcpy, wmemcpy(wide_to, wide, size / sizeof *wide))

#define ROW(name) {#name, call_##name}
static const struct row {
    const char *name;
    void (*call)(const struct input *, long count);
} rows[] = {
    ROW(memcpy), ROW(memmove), ROW(memset),  ROW(memcmp),  ROW(memchr),     ROW(memrchr),     ROW(memmem), ROW(strlen),    ROW(strnlen),
    ROW(strcpy), ROW(stpcpy),  ROW(strncpy), ROW(strcat),  ROW(strncat),    ROW(strcmp),      ROW(strncmp), ROW(strcasecmp), ROW(strncasecmp),
    ROW(strchr), ROW(strchrnul), ROW(strrchr), ROW(strstr), ROW(strspn),    ROW(strcspn),     ROW(strpbrk), ROW(strdup),   ROW(strndup),
    {"by-hand", call_by_hand}, ROW(snprintf), ROW(wcslen), ROW(wcscpy), ROW(wcscmp),  ROW(wcschr),     ROW(wmemcpy),
};

static char *letters(size_t size, char first, char at_end) {
    char *text = malloc(size + 1);
    uint32_t random = 1;
    for (size_t i = 0; i < size; i++) {
        random = random * 1664525 + 1013904223;
        text[i] = first + (random >> 16) % ('w' - 'a' + 1);
    }
    text[size] = 0;
    if (at_end)
        text[size - 1] = at_end;
    return text;
}

static wchar_t *widened(const char *text, size_t count) {
    wchar_t *wide = malloc((count + 1) * sizeof *wide);
    for (size_t i = 0; i < count; i++)
        wide[i] = text[i];
    wide[count] = 0;
    return wide;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

// The best of many short runs: whatever else the machine does hits some of them.
static double cost(const struct row *row, const struct input *in, double budget) {
    const double one_run = 1e5;
    long count = 1;
    double took;
    for (;; count *= 2) {
        double start = now();
        row->call(in, count);
        took = now() - start;
        if (took > one_run)
            break;
    }
    double best = took;
    for (double spent = 0; spent < budget; spent += took) {
        double start = now();
        row->call(in, count);
        took = now() - start;
        best = took < best ? took : best;
    }
    return best / count;
}

static int is_wanted(const char *name, int argc, char **argv) {
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return 1;
    return argc <= 2;
}

int main(int argc, char **argv) {
    static const size_t sizes[] = {8, 32, 256, 64 << 10};
    double budget = argc > 1 ? atof(argv[1]) * 1e6 : 5e6;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t size = sizes[i];
        char *text = letters(size, 'a', 0);
        wchar_t *wide = widened(text, size / sizeof *wide);
        struct input in = {size,
                           malloc(size + 1),
                           text,
                           letters(size, 'a', 0),
                           letters(size, 'A', 0),
                           letters(size, 'a', 'z'),
                           malloc(size + sizeof *wide),
                           wide,
                           widened(text, size / sizeof *wide)};
        for (size_t j = 0; j < sizeof rows / sizeof *rows; j++)
            if (is_wanted(rows[j].name, argc, argv))
                printf("%s %zu %.2f\n", rows[j].name, size, cost(&rows[j], &in, budget));
    }
    return 0;
}
