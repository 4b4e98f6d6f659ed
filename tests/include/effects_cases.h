// Cases of library functions for tests/effects. Each calls a function with memory that is just large enough, or, when the
// program is run with a second argument, one byte too small.
//
//     ./program             prints the cases: name, first line, who reports it
//     ./program CASE        runs one: no error
//     ./program CASE over   runs one: the error is within the case's lines
#pragma once
// No functions of headers that are compiled here.
#undef __OPTIMIZE__
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

struct effects_case {
    const char *name;
    int line;
    const char *reported_by;
    void (*run)(void);
    struct effects_case *next;
};

static struct effects_case *effects_cases;

// Bytes that every block is too small.
static volatile size_t over;

#define EFFECTS_CASE(function, by) \
    static void case_##function(void); \
    __attribute__((constructor)) static void register_##function(void) { \
        static struct effects_case self = {#function, __LINE__, by, case_##function, 0}; \
        self.next = effects_cases; \
        effects_cases = &self; \
    } \
    static void case_##function(void)

// AddressSanitizer reports it, too.
#define CASE(function) EFFECTS_CASE(function, "both")
// AddressSanitizer does not look at the function, or not at this.
#define OURS(function) EFFECTS_CASE(function, "sanecc")

// AddressSanitizer reports what is no error.
#define ONLY(function) EFFECTS_CASE(function, "neither")

static inline void *block(size_t size) { return malloc(size - over); }

// A block with these bytes in it, of which the last one is missing.
static inline void *copy(const void *bytes, size_t size) {
    char *memory = block(size);
    for (size_t i = 0; i < size - over; i++)
        memory[i] = ((const char *)bytes)[i];
    return memory;
}

// A string whose NUL is missing.
static inline char *text(const char *string) { return copy(string, strlen(string) + 1); }

// A string of wchar_t; a byte of its NUL is missing.
static inline wchar_t *wide(const wchar_t *string) { return copy(string, (wcslen(string) + 1) * sizeof *string); }

static inline FILE *input(const char *bytes) {
    // Not by a function of streams: that would make it one of bytes for good.
    FILE *file = tmpfile();
    pwrite(fileno(file), bytes, strlen(bytes), 0);
    return file;
}

static inline FILE *output(void) { return fopen("/dev/null", "w"); }

int main(int count, char **arguments) {
    for (struct effects_case *one = effects_cases; one; one = one->next) {
        if (count == 1)
            printf("%s %d %s\n", one->name, one->line, one->reported_by);
        else if (!strcmp(one->name, arguments[1])) {
            over = count > 2;
            one->run();
            return 0;
        }
    }
    return count > 1;
}
