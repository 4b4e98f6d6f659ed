// What an older C library lacks. Compiled without checks: it stands for the library.
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define ABSENT __attribute__((weak))

ABSENT size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = strlen(from);
    if (size) {
        size_t copied = length < size ? length : size - 1;
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return length;
}
ABSENT size_t strlcat(char *to, const char *from, size_t size) {
    size_t before = strnlen(to, size);
    return before + strlcpy(to + before, from, size - before);
}
ABSENT size_t __strlcpy_chk(char *to, const char *from, size_t size, size_t room) { return strlcpy(to, from, size); }
ABSENT size_t __strlcat_chk(char *to, const char *from, size_t size, size_t room) { return strlcat(to, from, size); }

#define NUMBER(type, character, name)                                                                              \
    ABSENT type __isoc23_##name(const character *text, character **end, int base) { return name(text, end, base); }
long strtoimax(const char *, char **, int);
unsigned long strtoumax(const char *, char **, int);
NUMBER(long, char, strtol)
NUMBER(long long, char, strtoll)
NUMBER(unsigned long, char, strtoul)
NUMBER(unsigned long long, char, strtoull)
NUMBER(long, char, strtoimax)
NUMBER(unsigned long, char, strtoumax)
NUMBER(long, wchar_t, wcstol)
NUMBER(long long, wchar_t, wcstoll)
NUMBER(unsigned long, wchar_t, wcstoul)
NUMBER(unsigned long long, wchar_t, wcstoull)
