#define _GNU_SOURCE
// Wide characters in the "C" locale and in one with UTF-8.
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static void convert(const char *text) {
    wchar_t wide[32];
    size_t length = mbstowcs(wide, text, 32);
    printf("%zd:", length);
    if (length == (size_t)-1) {
        putchar('\n');
        return;
    }
    for (size_t i = 0; i < length; i++)
        printf(" %x/%d/%x", (unsigned)wide[i], iswalpha(wide[i]) != 0, (unsigned)towupper(wide[i]));
    char back[64];
    printf(" %zu", wcstombs(back, wide, sizeof back));
    printf(" %d %ls\n", strcmp(back, text), wide);
}

static void restart(const char *text, size_t room) {
    wchar_t wide[8] = {'?', '?', '?', '?', '?', '?', '?', '?'};
    mbstate_t state = {0};
    const char *from = text;
    errno = 0;
    printf("%zd", mbsrtowcs(NULL, &from, 0, &state));
    printf(" %d %d", from == text, errno == EILSEQ);
    memset(&state, 0, sizeof state);
    printf(" %zd", mbsrtowcs(wide, &from, room, &state));
    printf(" %d", from ? (int)(from - text) : -1);
    for (int i = 0; i < 6; i++)
        printf(" %x", (unsigned)wide[i]);
    wide[5] = 0;
    char back[16] = "????????????";
    const wchar_t *start = wide;
    memset(&state, 0, sizeof state);
    printf(" %zd", wcsrtombs(NULL, &start, 0, &state));
    printf(" %zd", wcsrtombs(back, &start, room, &state));
    printf(" %d", start ? (int)(start - wide) : -1);
    for (int i = 0; i < 8; i++)
        printf(" %x", (unsigned char)back[i]);
    printf("\n");
}

static void restarts(void) {
    static const char *const texts[] = {"", "ab", "\xc3\xa4z", "a\xff", "a\xe2\x82\xac"};
    for (int i = 0; i < 5; i++)
        for (size_t room = 0; room < 5; room++)
            restart(texts[i], room);
    static const wchar_t letters[] = {'a', ' ', 0, '\n', 0x7f, 0xe4, 0x301, 0x4e00, 0xff21, 0x20ac, 0x1f600, 0xac00};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        printf("%d ", wcwidth(letters[i]));
    printf("%d %d %d\n", wcswidth(L"ab", 5), wcswidth(L"abc", 2), wcswidth(L"a\n", 2));
}

int main(void) {
    restarts();
    printf("%s\n", setlocale(LC_ALL, NULL));
    convert("abc");
    convert("\xc3\xa4");
    printf("%s %d\n", setlocale(LC_ALL, "C.UTF-8"), (int)MB_CUR_MAX);
    convert("abc");
    convert("\xc3\xa4\xe2\x82\xac");
    convert("\xff");
    wchar_t copy[32];
    printf("%zu %d\n", wcslen(wcscpy(copy, L"wide text")), wcscmp(copy, L"wide") > 0);
    wcscat(copy, L"!");
    printf("%ls %ls\n", wcschr(copy, L't'), wcsstr(copy, L"ex"));
    wchar_t one;
    mbstate_t state = {0};
    printf("%zd %zd\n", mbrtowc(&one, "\xe2\x82\xac", 3, &state), mbrtowc(&one, "x", 1, &state));
    printf("%d %d\n", mblen("\xc3\xa4", 2), mbtowc(&one, "", 1));
    printf("%lc %d\n", (wint_t)0x20ac, wctob(L'a'));
    printf("%s\n", localeconv()->decimal_point);
    restarts();
    return 0;
}
