// Wide characters in the "C" locale and in one with UTF-8.
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

int main(void) {
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
    return 0;
}
