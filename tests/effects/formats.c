// The printf and scanf families.
#define _GNU_SOURCE
#include "effects_cases.h"
#include <err.h>
#include <obstack.h>
#include <stdarg.h>
#include <syslog.h>
#include <wchar.h>

#define ONES 1, 2, 3, 4, 5, 6, 7, 8, 9
#define NINE "%d%d%d%d%d%d%d%d%d"
#define NINE_WIDE L"%d%d%d%d%d%d%d%d%d"

// A function with `...` around one with a va_list.
#define V(result, name, parameters, last, call) \
    static result forward_##name parameters { \
        va_list list; \
        va_start(list, last); \
        result outcome = call; \
        va_end(list); \
        return outcome; \
    }

int __printf_chk(int, const char *, ...);
int __fprintf_chk(FILE *, int, const char *, ...);
int __dprintf_chk(int, int, const char *, ...);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __asprintf_chk(char **, int, const char *, ...);
int __vprintf_chk(int, const char *, va_list);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __vdprintf_chk(int, int, const char *, va_list);
int __vsprintf_chk(char *, int, size_t, const char *, va_list);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
int __vasprintf_chk(char **, int, const char *, va_list);
void __syslog_chk(int, int, const char *, ...);
void __vsyslog_chk(int, int, const char *, va_list);
int __wprintf_chk(int, const wchar_t *, ...);
int __fwprintf_chk(FILE *, int, const wchar_t *, ...);
int __swprintf_chk(wchar_t *, size_t, int, size_t, const wchar_t *, ...);
int __vwprintf_chk(int, const wchar_t *, va_list);
int __vfwprintf_chk(FILE *, int, const wchar_t *, va_list);
int __vswprintf_chk(wchar_t *, size_t, int, size_t, const wchar_t *, va_list);

CASE(printf) { printf("%d %5s %.1f\n", 1, text("hello"), 2.5); }
OURS(__printf_chk) { __printf_chk(1, "%s\n", text("hello")); }
CASE(fprintf) { fprintf(output(), text("%d\n"), 1); }
CASE(__fprintf_chk) { __fprintf_chk(output(), 1, "%.6s", (char *)copy("012345", 6)); }
OURS(dprintf) { dprintf(2, "%s", text("hello")); }
OURS(__dprintf_chk) { __dprintf_chk(2, 1, "%s", text("hello")); }
CASE(sprintf) { sprintf(block(10), NINE, ONES); }
CASE(__sprintf_chk) { __sprintf_chk(block(10), 1, -1, NINE, ONES); }
CASE(snprintf) { snprintf(block(8), 8, "%Lf" NINE "%s%f%f%f%f%f%f%f%f%f", 1.0L, ONES, "x", .1, .1, .1, .1, .1, .1, .1, .1, .1); }
CASE(__snprintf_chk) { __snprintf_chk(block(8), 8, 1, -1, "%s", "0123456789"); }

CASE(asprintf) {
    char **result = block(sizeof *result);
    asprintf(result, "%d", 1);
}

// With the room that there is, the function would end the program itself.
OURS(__sprintf_chk_case_room) { __sprintf_chk(block(6), 0, 6 - over, "%s", "hello"); }
OURS(__snprintf_chk_case_room) { __snprintf_chk(block(6), 6, 0, 6 - over, "%s", "hello"); }
OURS(__asprintf_chk) {
    char **result = block(sizeof *result);
    __asprintf_chk(result, 1, "%d", 1);
}

OURS(printf_case_position) { printf("%2$s %1$d\n", 1, text("hello")); }
OURS(printf_case_star) { printf("%.*s\n", 6, (char *)copy("012345", 6)); }
// As many characters as become so many bytes, whatever these are.
OURS(printf_case_wide_precision) { printf("%.4ls\n", wide(L"abc")); }
OURS(printf_case_wide_without_end) { printf("%.4ls\n", (wchar_t *)copy(L"abcd", 16)); }
OURS(wprintf_case_wide_precision) { wprintf(L"%.4ls\n", (wchar_t *)copy(L"abcd", 16)); }
OURS(printf_case_wide) { printf("%ls\n", wide(L"hello")); }
CASE(printf_case_count) { printf("%hhn%hn%n%ln\n", (signed char *)block(1 + over), (short *)block(2 + over), (int *)block(4 + over), (long *)block(sizeof(long))); }
CASE(snprintf_case_end) { snprintf(block(6), 100, "%s", "hello"); }

V(int, vprintf, (const char *format, ...), format, vprintf(format, list))
CASE(vprintf) { forward_vprintf("%s%n", "hello", block(4)); }
V(int, __vprintf_chk, (const char *format, ...), format, __vprintf_chk(0, format, list))
OURS(__vprintf_chk) { forward___vprintf_chk("%s\n", text("hello")); }
V(int, vfprintf, (FILE * file, const char *format, ...), format, vfprintf(file, format, list))
CASE(vfprintf) { forward_vfprintf(output(), NINE "%s\n", ONES, text("hello")); }
V(int, __vfprintf_chk, (FILE * file, const char *format, ...), format, __vfprintf_chk(file, 0, format, list))
OURS(__vfprintf_chk) { forward___vfprintf_chk(output(), "%s\n", text("hello")); }
V(int, vdprintf, (int file, const char *format, ...), format, vdprintf(file, format, list))
OURS(vdprintf) { forward_vdprintf(2, "%s\n", text("hello")); }
V(int, __vdprintf_chk, (int file, const char *format, ...), format, __vdprintf_chk(file, 0, format, list))
OURS(__vdprintf_chk) { forward___vdprintf_chk(2, "%s\n", text("hello")); }
V(int, vsprintf, (char *to, const char *format, ...), format, vsprintf(to, format, list))
CASE(vsprintf) { forward_vsprintf(block(6), "%s", "hello"); }
V(int, __vsprintf_chk, (char *to, const char *format, ...), format, __vsprintf_chk(to, 0, -1, format, list))
CASE(__vsprintf_chk) { forward___vsprintf_chk(block(6), "%s", "hello"); }
V(int, vsnprintf, (char *to, size_t size, const char *format, ...), format, vsnprintf(to, size, format, list))
CASE(vsnprintf) { forward_vsnprintf(block(6), 100, "%s", "hello"); }
V(int, __vsnprintf_chk, (char *to, size_t size, const char *format, ...), format, __vsnprintf_chk(to, size, 0, -1, format, list))
CASE(__vsnprintf_chk) { forward___vsnprintf_chk(block(6), 100, "%s", "hello"); }
V(int, vasprintf, (char **to, const char *format, ...), format, vasprintf(to, format, list))
CASE(vasprintf) { forward_vasprintf(block(sizeof(char *)), "%s", "hello"); }
V(int, __vasprintf_chk, (char **to, const char *format, ...), format, __vasprintf_chk(to, 0, format, list))
OURS(__vasprintf_chk) { forward___vasprintf_chk(block(sizeof(char *)), "%s", "hello"); }

OURS(syslog) { syslog(LOG_DEBUG, "%s", text("hello")); }
OURS(__syslog_chk) { __syslog_chk(LOG_DEBUG, 1, "%s", text("hello")); }
V(int, vsyslog, (int level, const char *format, ...), format, (vsyslog(level, format, list), 0))
OURS(vsyslog) { forward_vsyslog(LOG_DEBUG, "%s", text("hello")); }
V(int, __vsyslog_chk, (int level, const char *format, ...), format, (__vsyslog_chk(level, 1, format, list), 0))
OURS(__vsyslog_chk) { forward___vsyslog_chk(LOG_DEBUG, "%s", text("hello")); }

OURS(wprintf) { wprintf(L"%s\n", text("hello")); }
OURS(__wprintf_chk) { __wprintf_chk(1, L"%ls\n", wide(L"hello")); }
OURS(fwprintf) { fwprintf(output(), wide(L"%d\n"), 1); }
OURS(__fwprintf_chk) { __fwprintf_chk(output(), 1, L"%s\n", text("hello")); }
OURS(swprintf) { swprintf(block(40), 10, NINE_WIDE, ONES); }
OURS(__swprintf_chk) { __swprintf_chk(block(40), 10, 1, -1, NINE_WIDE, ONES); }
V(int, vwprintf, (const wchar_t *format, ...), format, vwprintf(format, list))
OURS(vwprintf) { forward_vwprintf(L"%s\n", text("hello")); }
V(int, __vwprintf_chk, (const wchar_t *format, ...), format, __vwprintf_chk(1, format, list))
OURS(__vwprintf_chk) { forward___vwprintf_chk(L"%s\n", text("hello")); }
V(int, vfwprintf, (FILE * file, const wchar_t *format, ...), format, vfwprintf(file, format, list))
OURS(vfwprintf) { forward_vfwprintf(output(), L"%s\n", text("hello")); }
V(int, __vfwprintf_chk, (FILE * file, const wchar_t *format, ...), format, __vfwprintf_chk(file, 1, format, list))
OURS(__vfwprintf_chk) { forward___vfwprintf_chk(output(), L"%s\n", text("hello")); }
V(int, vswprintf, (wchar_t * to, size_t size, const wchar_t *format, ...), format, vswprintf(to, size, format, list))
OURS(vswprintf) { forward_vswprintf(block(24), 6, L"%s", "hello"); }
V(int, __vswprintf_chk, (wchar_t * to, size_t size, const wchar_t *format, ...), format, __vswprintf_chk(to, size, 1, -1, format, list))
OURS(__vswprintf_chk) { forward___vswprintf_chk(block(24), 6, L"%s", "hello"); }


#define OLD(name, parameters) int old_##name parameters __asm__(#name);
OLD(scanf, (const char *, ...))
OLD(fscanf, (FILE *, const char *, ...))
OLD(sscanf, (const char *, const char *, ...))
OLD(vscanf, (const char *, va_list))
OLD(vfscanf, (FILE *, const char *, va_list))
OLD(vsscanf, (const char *, const char *, va_list))
OLD(wscanf, (const wchar_t *, ...))
OLD(fwscanf, (FILE *, const wchar_t *, ...))
OLD(swscanf, (const wchar_t *, const wchar_t *, ...))
OLD(vwscanf, (const wchar_t *, va_list))
OLD(vfwscanf, (FILE *, const wchar_t *, va_list))
OLD(vswscanf, (const wchar_t *, const wchar_t *, va_list))

static void standard_input(const char *text) { stdin = input(text); }

CASE(scanf) {
    standard_input("7 hello");
    old_scanf("%d %s", (int *)block(4 + over), (char *)block(6));
}

CASE(fscanf) { old_fscanf(input("7 12"), "%*d %hd", (short *)block(2)); }
CASE(sscanf) { old_sscanf("1 2 3 4 5 6", "%d%d%d%d%d%d", &(int){0}, &(int){0}, &(int){0}, &(int){0}, &(int){0}, (int *)block(4)); }
V(int, vscanf, (const char *format, ...), format, old_vscanf(format, list))
CASE(vscanf) {
    standard_input("01234567");
    forward_vscanf("%5c", (char *)block(5));
}

V(int, vfscanf, (FILE * file, const char *format, ...), format, old_vfscanf(file, format, list))
CASE(vfscanf) { forward_vfscanf(input("3.5"), "%lf", (double *)block(8)); }
V(int, vsscanf, (const char *from, const char *format, ...), format, old_vsscanf(from, format, list))
CASE(vsscanf) { forward_vsscanf("x3.5", "x%Lf", (long double *)block(sizeof(long double))); }

OURS(wscanf) {
    standard_input("7 hello");
    old_wscanf(L"%d %s", (int *)block(4 + over), (char *)block(6));
}

OURS(fwscanf) { old_fwscanf(input("7 12"), L"%*d %hd", (short *)block(2)); }
OURS(swscanf) { old_swscanf(L"1 2 3 4 5 6", L"%d%d%d%d%d%d", &(int){0}, &(int){0}, &(int){0}, &(int){0}, &(int){0}, (int *)block(4)); }
V(int, vwscanf, (const wchar_t *format, ...), format, old_vwscanf(format, list))
OURS(vwscanf) {
    standard_input("01234567");
    forward_vwscanf(L"%5c", (char *)block(5));
}

V(int, vfwscanf, (FILE * file, const wchar_t *format, ...), format, old_vfwscanf(file, format, list))
OURS(vfwscanf) { forward_vfwscanf(input("3.5"), L"%lf", (double *)block(8)); }
V(int, vswscanf, (const wchar_t *from, const wchar_t *format, ...), format, old_vswscanf(from, format, list))
OURS(vswscanf) { forward_vswscanf(L"x3.5", L"x%Lf", (long double *)block(sizeof(long double))); }

CASE(__isoc99_scanf) {
    standard_input("7 hello");
    scanf("%d %s", (int *)block(4 + over), (char *)block(6));
}

CASE(__isoc99_fscanf) { fscanf(input("7 12"), "%*d %hd", (short *)block(2)); }
CASE(__isoc99_sscanf) { sscanf("1 2 3 4 5 6", "%d%d%d%d%d%d", &(int){0}, &(int){0}, &(int){0}, &(int){0}, &(int){0}, (int *)block(4)); }
V(int, __isoc99_vscanf, (const char *format, ...), format, vscanf(format, list))
CASE(__isoc99_vscanf) {
    standard_input("01234567");
    forward___isoc99_vscanf("%5c", (char *)block(5));
}

V(int, __isoc99_vfscanf, (FILE * file, const char *format, ...), format, vfscanf(file, format, list))
CASE(__isoc99_vfscanf) { forward___isoc99_vfscanf(input("3.5"), "%lf", (double *)block(8)); }
V(int, __isoc99_vsscanf, (const char *from, const char *format, ...), format, vsscanf(from, format, list))
CASE(__isoc99_vsscanf) { forward___isoc99_vsscanf("x3.5", "x%Lf", (long double *)block(sizeof(long double))); }

OURS(__isoc99_wscanf) {
    standard_input("7 hello");
    wscanf(L"%d %s", (int *)block(4 + over), (char *)block(6));
}

OURS(__isoc99_fwscanf) { fwscanf(input("7 12"), L"%*d %hd", (short *)block(2)); }
OURS(__isoc99_swscanf) { swscanf(L"1 2 3 4 5 6", L"%d%d%d%d%d%d", &(int){0}, &(int){0}, &(int){0}, &(int){0}, &(int){0}, (int *)block(4)); }
V(int, __isoc99_vwscanf, (const wchar_t *format, ...), format, vwscanf(format, list))
OURS(__isoc99_vwscanf) {
    standard_input("01234567");
    forward___isoc99_vwscanf(L"%5c", (char *)block(5));
}

V(int, __isoc99_vfwscanf, (FILE * file, const wchar_t *format, ...), format, vfwscanf(file, format, list))
OURS(__isoc99_vfwscanf) { forward___isoc99_vfwscanf(input("3.5"), L"%lf", (double *)block(8)); }
V(int, __isoc99_vswscanf, (const wchar_t *from, const wchar_t *format, ...), format, vswscanf(from, format, list))
OURS(__isoc99_vswscanf) { forward___isoc99_vswscanf(L"x3.5", L"x%Lf", (long double *)block(sizeof(long double))); }

CASE(__isoc99_sscanf_case_width) { sscanf("ab", "%7s", (char *)block(8)); }
CASE(__isoc99_sscanf_case_set) { sscanf("abc1", "%[a-z]", (char *)block(4)); }
CASE(__isoc99_sscanf_case_count) { sscanf("5 xyz", "%*d %s%ln", (char[9]){0}, (long *)block(sizeof(long))); }
CASE(__isoc99_sscanf_case_allocated) { sscanf("abc", "%ms", (char **)block(sizeof(char *))); }
OURS(__isoc99_sscanf_case_position) { sscanf("1 2", "%2$d %1$hd", (short *)block(2), &(int){0}); }
OURS(__isoc99_sscanf_case_wide) { sscanf("abc", "%ls", (wchar_t *)block(16)); }
OURS(__isoc99_sscanf_case_input) { sscanf(text("12 "), "%d", &(int){0}); }
OURS(sscanf_case_allocated) { old_sscanf("abc", "%as", (char **)block(sizeof(char *))); }

// What was not converted is not stored.
CASE(__isoc99_sscanf_case_unreached) {
    short *unreached = malloc(1);
    sscanf("12 x", "%d %hd", (int *)block(4), unreached);
}

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
static struct obstack *stack(void) {
    static struct obstack stack;
    obstack_init(&stack);
    return &stack;
}
int __obstack_printf_chk(struct obstack *, int, const char *, ...);
int __obstack_vprintf_chk(struct obstack *, int, const char *, va_list);
OURS(obstack_printf) { obstack_printf(stack(), "%s", text("hello")); }
OURS(__obstack_printf_chk) { __obstack_printf_chk(stack(), 0, "%s", text("hello")); }
V(int, obstack_vprintf, (struct obstack * to, const char *format, ...), format, obstack_vprintf(to, format, list))
OURS(obstack_vprintf) { forward_obstack_vprintf(stack(), "%s", text("hello")); }
V(int, __obstack_vprintf_chk, (struct obstack * to, const char *format, ...), format, __obstack_vprintf_chk(to, 0, format, list))
OURS(__obstack_vprintf_chk) { forward___obstack_vprintf_chk(stack(), "%s", text("hello")); }
OURS(warn) { warn("%s", text("hello")); }
OURS(warnx) { warnx("%s", text("hello")); }
V(int, vwarn, (const char *format, ...), format, (vwarn(format, list), 0))
OURS(vwarn) { forward_vwarn("%s", text("hello")); }
V(int, vwarnx, (const char *format, ...), format, (vwarnx(format, list), 0))
OURS(vwarnx) { forward_vwarnx("%s", text("hello")); }
