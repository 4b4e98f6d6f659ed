// One case for each function whose calls are checked: `less` is 0, or 1 for a block that is too short by one element.
// The bad access is that of the library function: `tests/entries.rs` runs every case both ways.
#define _GNU_SOURCE
#include "cases.h"
#include <iconv.h>
#include <libintl.h>
#include <locale.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>
#include <wchar.h>

static size_t size_of(const char *text) { return strlen(text); }

// A block of `size` bytes, `less` of them missing. Its size is not known where it is used.
static __attribute__((noinline)) void *room(size_t size, int less) { return malloc(size - less); }

// A string in a block of its own, without its end if `less`.
static char *text(const char *content, int less) {
    size_t size = size_of(content) + 1 - less;
    char *block = malloc(size);
    for (size_t i = 0; i < size; i++)
        block[i] = content[i];
    return block;
}

static wchar_t *wide_room(size_t count, int less) { return malloc((count - less) * sizeof(wchar_t)); }

static wchar_t *wide_text(const wchar_t *content, int less) {
    size_t count = 1;
    while (content[count - 1])
        count++;
    wchar_t *block = wide_room(count, less);
    for (size_t i = 0; i < count - less; i++)
        block[i] = content[i];
    return block;
}

static int in_order(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int in_order_of(const void *a, const void *b, void *c) { return *(const char *)a - *(const char *)b + (c != 0); }

// Limits of the process.
static void *limit(int less) { return memset(room(sizeof(struct rlimit), less), 0, sizeof(struct rlimit) - less); }
CASE(setrlimit) { setrlimit(RLIMIT_CORE, limit(less)); }
CASE(setrlimit64) { setrlimit64(RLIMIT_CORE, limit(less)); }
CASE(prlimit) { prlimit(0, RLIMIT_CORE, limit(less), limit(0)); }
CASE(prlimit64) { prlimit64(0, RLIMIT_CORE, 0, limit(less)); }

// Blocks.
CASE(memcpy) { memcpy(room(n(4), less), "abcd", n(4)); }
CASE(__memcpy_chk) { __memcpy_chk(room(n(4), less), "abcd", n(4), -1); }
CASE(mempcpy) { mempcpy(room(n(4), less), "abcd", n(4)); }
CASE(__mempcpy) { __mempcpy(room(n(4), less), "abcd", n(4)); }
CASE(__mempcpy_chk) { __mempcpy_chk(room(n(4), less), "abcd", n(4), -1); }
CASE(memmove) { memmove(room(n(4), less), "abcd", n(4)); }
CASE(__memmove_chk) { __memmove_chk(room(n(4), less), "abcd", n(4), -1); }
CASE(memset) { memset(room(n(4), less), n(0), n(4)); }
CASE(__memset_chk) { __memset_chk(room(n(4), less), n(0), n(4), -1); }
CASE(bzero) { bzero(room(n(4), less), n(4)); }
CASE(__bzero) { __bzero(room(n(4), less), n(4)); }
CASE(explicit_bzero) { explicit_bzero(room(n(4), less), n(4)); }
CASE(__explicit_bzero_chk) { __explicit_bzero_chk(room(n(4), less), n(4), -1); }
CASE(bcopy) { bcopy("abcd", room(n(4), less), n(4)); }
CASE(memccpy) { keep(memccpy(room(n(3), less), "abcd", n('c'), n(4))); }
CASE(memcmp) { keep(memcmp(text("abc", less), "xyz", n(4))); }
CASE(bcmp) { keep(bcmp(text("abc", less), "xyz", n(4))); }
CASE(memchr) { keep(memchr(text("abc", less), n('x'), n(4))); }
CASE(rawmemchr) { keep(rawmemchr(text("abc", less), n(0))); }
CASE(__rawmemchr) { keep(__rawmemchr(text("abc", less), n(0))); }
CASE(memrchr) { keep(memrchr(text("abc", less), n('a'), n(4))); }
CASE(memmem) { keep(memmem(text("abc", less), n(4), "bc", n(2))); }
CASE(swab) { swab("abcd", room(n(4), less), n(4)); }

// Strings.
CASE(strlen) { keep(strlen(text("abc", less))); }
CASE(strnlen) { keep(strnlen(text("abc", less), n(9))); }
CASE(strcpy) { strcpy(room(n(4), less), string("abc")); }
CASE(__strcpy_chk) { __strcpy_chk(room(n(4), less), string("abc"), -1); }
CASE(stpcpy) { keep(stpcpy(room(n(4), less), string("abc"))); }
CASE(__stpcpy) { keep(__stpcpy(room(n(4), less), string("abc"))); }
CASE(__stpcpy_chk) { keep(__stpcpy_chk(room(n(4), less), string("abc"), -1)); }
CASE(strncpy) { strncpy(room(n(8), less), string("abc"), n(8)); }
CASE(__strncpy_chk) { __strncpy_chk(room(n(8), less), string("abc"), n(8), -1); }
CASE(stpncpy) { keep(stpncpy(room(n(8), less), string("abc"), n(8))); }
CASE(__stpncpy) { keep(__stpncpy(room(n(8), less), string("abc"), n(8))); }
CASE(__stpncpy_chk) { keep(__stpncpy_chk(room(n(8), less), string("abc"), n(8), -1)); }
CASE(strcat) { strcat(begun(room(n(6), less), "ab"), string("cde")); }
CASE(__strcat_chk) { __strcat_chk(begun(room(n(6), less), "ab"), string("cde"), -1); }
CASE(strncat) { strncat(begun(room(n(5), less), "ab"), string("cde"), n(2)); }
CASE(__strncat_chk) { __strncat_chk(begun(room(n(5), less), "ab"), string("cde"), n(2), -1); }
CASE(strlcpy) { strlcpy(room(n(4), less), string("abcdef"), n(4)); }
CASE(__strlcpy_chk) { __strlcpy_chk(room(n(4), less), string("abcdef"), n(4), -1); }
CASE(strlcat) { strlcat(begun(room(n(5), less), "ab"), string("cdef"), n(5)); }
CASE(__strlcat_chk) { __strlcat_chk(begun(room(n(5), less), "ab"), string("cdef"), n(5), -1); }
CASE(strcmp) { keep(strcmp(text("abc", less), string("abc"))); }
CASE(strcoll) { keep(strcoll(text("abc", less), string("abc"))); }
CASE(strverscmp) { keep(strverscmp(text("abc", less), string("abc"))); }
CASE(strncmp) { keep(strncmp(text("abc", less), string("abc"), n(9))); }
CASE(strcasecmp) { keep(strcasecmp(text("abc", less), string("aBC"))); }
CASE(strncasecmp) { keep(strncasecmp(text("abc", less), string("aBC"), n(9))); }
CASE(strchr) { keep(strchr(text("abc", less), n('x'))); }
CASE(index) { keep(index(text("abc", less), n('x'))); }
CASE(strchrnul) { keep(strchrnul(text("abc", less), n('x'))); }
CASE(strrchr) { keep(strrchr(text("abc", less), n('a'))); }
CASE(rindex) { keep(rindex(text("abc", less), n('a'))); }
CASE(strstr) { keep(strstr(text("abc", less), string("xy"))); }
CASE(strcasestr) { keep(strcasestr(text("abc", less), string("XY"))); }
CASE(strspn) { keep(strspn(text("abc", less), string("abc"))); }
CASE(strcspn) { keep(strcspn(text("abc", less), string("xyz"))); }
CASE(strpbrk) { keep(strpbrk(text("abc", less), string("xyz"))); }
CASE(strtok) { keep(strtok(text("abc", less), string(" "))); }
CASE(strtok_r) { keep(strtok_r(string("abc"), string(" "), room(sizeof(char *), less))); }
CASE(__strtok_r) { keep(__strtok_r(string("abc"), string(" "), room(sizeof(char *), less))); }
CASE(strsep) {
    char *place = text("abc", less);
    keep(strsep(&place, string(" ")));
}
CASE(strdup) { keep(strdup(text("abc", less))); }
CASE(__strdup) { keep(__strdup(text("abc", less))); }
CASE(strndup) { keep(strndup(text("abc", less), n(9))); }
CASE(__strndup) { keep(__strndup(text("abc", less), n(9))); }
CASE(strxfrm_l) { keep(strxfrm_l(room(n(4), less), string("abc"), n(9), newlocale(LC_ALL_MASK, "C", 0))); }
CASE(__strxfrm_l) { keep(__strxfrm_l(room(n(4), less), string("abc"), n(9), newlocale(LC_ALL_MASK, "C", 0))); }
CASE(strxfrm) { keep(strxfrm(room(n(4), less), string("abc"), n(9))); }
CASE(strerror_r) { keep(strerror_r(9999, room(sizeof "Unknown error 9999", less), n(64))); }
CASE(__xpg_strerror_r) { keep(__xpg_strerror_r(0, room(sizeof "Success", less), n(64))); }
CASE(textdomain) { keep(textdomain(text("abc", less))); }
CASE(setlocale) { keep(setlocale(LC_ALL, text("C", less))); }

// Wide characters.
CASE(wcslen) { keep(wcslen(wide_text(L"abc", less))); }
CASE(wcsnlen) { keep(wcsnlen(wide_text(L"abc", less), n(9))); }
CASE(wcscpy) { wcscpy(wide_room(n(4), less), wide(L"abc")); }
CASE(__wcscpy_chk) { __wcscpy_chk(wide_room(n(4), less), wide(L"abc"), -1); }
CASE(wcpcpy) { keep(wcpcpy(wide_room(n(4), less), wide(L"abc"))); }
CASE(__wcpcpy_chk) { keep(__wcpcpy_chk(wide_room(n(4), less), wide(L"abc"), -1)); }
CASE(wcsncpy) { wcsncpy(wide_room(n(8), less), wide(L"abc"), n(8)); }
CASE(__wcsncpy_chk) { __wcsncpy_chk(wide_room(n(8), less), wide(L"abc"), n(8), -1); }
CASE(wcpncpy) { keep(wcpncpy(wide_room(n(8), less), wide(L"abc"), n(8))); }
CASE(__wcpncpy_chk) { keep(__wcpncpy_chk(wide_room(n(8), less), wide(L"abc"), n(8), -1)); }
CASE(wcscat) { wcscat(wide_begun(wide_room(n(6), less)), wide(L"cde")); }
CASE(__wcscat_chk) { __wcscat_chk(wide_begun(wide_room(n(6), less)), wide(L"cde"), -1); }
CASE(wcsncat) { wcsncat(wide_begun(wide_room(n(5), less)), wide(L"cde"), n(2)); }
CASE(__wcsncat_chk) { __wcsncat_chk(wide_begun(wide_room(n(5), less)), wide(L"cde"), n(2), -1); }
CASE(wcscmp) { keep(wcscmp(wide_text(L"abc", less), wide(L"abc"))); }
CASE(wcscoll) { keep(wcscoll(wide_text(L"abc", less), wide(L"abc"))); }
CASE(wcsncmp) { keep(wcsncmp(wide_text(L"abc", less), wide(L"abc"), n(9))); }
CASE(wcschr) { keep(wcschr(wide_text(L"abc", less), n('x'))); }
CASE(wcsrchr) { keep(wcsrchr(wide_text(L"abc", less), n('a'))); }
CASE(wcspbrk) { keep(wcspbrk(wide_text(L"abc", less), wide(L"xyz"))); }
CASE(wcsstr) { keep(wcsstr(wide_text(L"abc", less), wide(L"xy"))); }
CASE(wcsspn) { keep(wcsspn(wide_text(L"abc", less), wide(L"abc"))); }
CASE(wcscspn) { keep(wcscspn(wide_text(L"abc", less), wide(L"xyz"))); }
CASE(wcstok) {
    wchar_t *state;
    keep(wcstok(wide_text(L"abc", less), wide(L" "), &state));
}
CASE(wcsdup) { keep(wcsdup(wide_text(L"abc", less))); }
CASE(wcsxfrm_l) { keep(wcsxfrm_l(wide_room(n(4), less), wide(L"abc"), n(9), newlocale(LC_ALL_MASK, "C", 0))); }
CASE(__wcsxfrm_l) { keep(__wcsxfrm_l(wide_room(n(4), less), wide(L"abc"), n(9), newlocale(LC_ALL_MASK, "C", 0))); }
CASE(wcsxfrm) { keep(wcsxfrm(wide_room(n(4), less), wide(L"abc"), n(9))); }
CASE(wmemcpy) { wmemcpy(wide_room(n(4), less), L"abcd", n(4)); }
CASE(__wmemcpy_chk) { __wmemcpy_chk(wide_room(n(4), less), L"abcd", n(4), -1); }
CASE(wmempcpy) { wmempcpy(wide_room(n(4), less), L"abcd", n(4)); }
CASE(__wmempcpy_chk) { __wmempcpy_chk(wide_room(n(4), less), L"abcd", n(4), -1); }
CASE(wmemmove) { wmemmove(wide_room(n(4), less), L"abcd", n(4)); }
CASE(__wmemmove_chk) { __wmemmove_chk(wide_room(n(4), less), L"abcd", n(4), -1); }
CASE(wmemset) { wmemset(wide_room(n(4), less), n(0), n(4)); }
CASE(__wmemset_chk) { __wmemset_chk(wide_room(n(4), less), n(0), n(4), -1); }
CASE(wmemcmp) { keep(wmemcmp(wide_text(L"abc", less), L"xyz", n(4))); }
CASE(wmemchr) { keep(wmemchr(wide_text(L"abc", less), n('x'), n(4))); }

// Conversions between wide characters and bytes.
CASE(mbstowcs) { keep(mbstowcs(wide_room(n(4), less), string("abc"), n(9))); }
CASE(__mbstowcs_chk) { keep(__mbstowcs_chk(wide_room(n(4), less), string("abc"), n(9), -1)); }
CASE(wcstombs) { keep(wcstombs(room(n(4), less), wide(L"abc"), n(9))); }
CASE(__wcstombs_chk) { keep(__wcstombs_chk(room(n(4), less), wide(L"abc"), n(9), -1)); }
CASE(mbsrtowcs) {
    const char *place = string("abc");
    keep(mbsrtowcs(wide_room(n(4), less), &place, n(9), 0));
}
CASE(__mbsrtowcs_chk) {
    const char *place = string("abc");
    keep(__mbsrtowcs_chk(wide_room(n(4), less), &place, n(9), 0, -1));
}
CASE(wcsrtombs) {
    const wchar_t *place = wide(L"abc");
    keep(wcsrtombs(room(n(4), less), &place, n(9), 0));
}
CASE(__wcsrtombs_chk) {
    const wchar_t *place = wide(L"abc");
    keep(__wcsrtombs_chk(room(n(4), less), &place, n(9), 0, -1));
}
CASE(mbsnrtowcs) {
    const char *place = string("abc");
    keep(mbsnrtowcs(wide_room(n(4), less), &place, n(4), n(9), 0));
}
CASE(__mbsnrtowcs_chk) {
    const char *place = string("abc");
    keep(__mbsnrtowcs_chk(wide_room(n(4), less), &place, n(4), n(9), 0, -1));
}
CASE(wcsnrtombs) {
    const wchar_t *place = wide(L"abc");
    keep(wcsnrtombs(room(n(4), less), &place, n(4), n(9), 0));
}
CASE(__wcsnrtombs_chk) {
    const wchar_t *place = wide(L"abc");
    keep(__wcsnrtombs_chk(room(n(4), less), &place, n(4), n(9), 0, -1));
}
CASE(mbrtowc) { keep(mbrtowc(room(sizeof(wchar_t), less), string("a"), n(1), 0)); }
CASE(mbrlen) { keep(mbrlen(string("a"), n(1), room(sizeof(mbstate_t), less))); }
CASE(mbtowc) { keep(mbtowc(room(sizeof(wchar_t), less), string("a"), n(1))); }
CASE(mblen) { keep(mblen(room(n(1), less), n(1))); }
CASE(wcrtomb) { keep(wcrtomb(room(n(1), less), n(L'a'), 0)); }
CASE(__wcrtomb_chk) { keep(__wcrtomb_chk(room(n(1), less), n(L'a'), 0, -1)); }
CASE(wctomb) { keep(wctomb(room(n(1), less), n(L'a'))); }
CASE(__wctomb_chk) { keep(__wctomb_chk(room(n(1), less), n(L'a'), -1)); }

// Numbers out of strings.
CASE(atof) { keep(atof(text("1.5", less))); }
CASE(atoi) { keep(atoi(text("123", less))); }
CASE(atol) { keep(atol(text("123", less))); }
CASE(atoll) { keep(atoll(text("123", less))); }
CASE(strtol) { keep(strtol(text("123", less), 0, n(10))); }
CASE(strtoll) { keep(strtoll(text("123", less), 0, n(10))); }
CASE(strtoul) { keep(strtoul(text("123", less), 0, n(10))); }
CASE(strtoull) { keep(strtoull(text("123", less), 0, n(10))); }
CASE(strtoimax) { keep(strtoimax(text("123", less), 0, n(10))); }
CASE(strtoumax) { keep(strtoumax(text("123", less), 0, n(10))); }
CASE(__isoc23_strtol) { keep(__isoc23_strtol(text("123", less), 0, n(10))); }
CASE(__isoc23_strtoll) { keep(__isoc23_strtoll(text("123", less), 0, n(10))); }
CASE(__isoc23_strtoul) { keep(__isoc23_strtoul(text("123", less), 0, n(10))); }
CASE(__isoc23_strtoull) { keep(__isoc23_strtoull(text("123", less), 0, n(10))); }
CASE(__isoc23_strtoimax) { keep(__isoc23_strtoimax(text("123", less), 0, n(10))); }
CASE(__isoc23_strtoumax) { keep(__isoc23_strtoumax(text("123", less), 0, n(10))); }
CASE(strtod) { keep(strtod(text("1.5", less), 0)); }
CASE(strtof) { keep(strtof(text("1.5", less), 0)); }
CASE(strtold) { keep(strtold(string("1.5"), room(sizeof(char *), less))); }
CASE(wcstol) { keep(wcstol(wide_text(L"123", less), 0, n(10))); }
CASE(wcstoll) { keep(wcstoll(wide_text(L"123", less), 0, n(10))); }
CASE(wcstoul) { keep(wcstoul(wide_text(L"123", less), 0, n(10))); }
CASE(wcstoull) { keep(wcstoull(wide_text(L"123", less), 0, n(10))); }
CASE(__isoc23_wcstol) { keep(__isoc23_wcstol(wide_text(L"123", less), 0, n(10))); }
CASE(__isoc23_wcstoll) { keep(__isoc23_wcstoll(wide_text(L"123", less), 0, n(10))); }
CASE(__isoc23_wcstoul) { keep(__isoc23_wcstoul(wide_text(L"123", less), 0, n(10))); }
CASE(__isoc23_wcstoull) { keep(__isoc23_wcstoull(wide_text(L"123", less), 0, n(10))); }
CASE(wcstod) { keep(wcstod(wide_text(L"1.5", less), 0)); }
CASE(wcstof) { keep(wcstof(wide_text(L"1.5", less), 0)); }
CASE(wcstold) { keep(wcstold(wide(L"1.5"), room(sizeof(wchar_t *), less))); }

// Arrays and character sets.
CASE(bsearch) { keep(bsearch("x", room(n(3), less), n(3), n(1), in_order)); }
CASE(qsort) { qsort(text("cba", less), n(4), n(1), in_order); }
CASE(qsort_r) { qsort_r(text("cba", less), n(4), n(1), in_order_of, 0); }
CASE(lfind) { keep(lfind("b", "abc", room(sizeof(size_t), less), n(1), in_order)); }
CASE(lsearch) {
    size_t count = 3;
    keep(lsearch("x", text("abc", less), &count, n(1), in_order));
}
CASE(iconv) {
    char *from = string("abc"), *to = room(n(3), less);
    size_t from_left = 3, to_left = 9;
    keep(iconv(iconv_open("UTF-8", "UTF-8"), &from, &from_left, &to, &to_left));
}

MAIN
