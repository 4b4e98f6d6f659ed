// What the cases are made of. A case is listed in a section of the program, where `main` finds it by its name.
#include <locale.h>
#include <stddef.h>
#include <wchar.h>

struct named_case {
    const char *name;
    void (*run)(int less);
};

#define CASE(function)                                                                                             \
    static void case_##function(int less);                                                                         \
    static const struct named_case named_##function = {#function, case_##function};                                \
    __attribute__((section("library_cases"), used)) static const struct named_case *const entry_##function =       \
        &named_##function;                                                                                         \
    static void case_##function(int less)

// Lengths that the compiler does not know.
static size_t n(size_t value) {
    static volatile size_t hidden;
    hidden = value;
    return hidden;
}
static char *string(const char *content) {
    static const char *volatile hidden;
    hidden = content;
    return (char *)hidden;
}
static wchar_t *wide(const wchar_t *content) {
    static const wchar_t *volatile hidden;
    hidden = content;
    return (wchar_t *)hidden;
}

// A string of two letters at the beginning of a block.
static char *begun(char *block, const char *content) {
    block[0] = content[0];
    block[1] = content[1];
    block[2] = 0;
    return block;
}
static wchar_t *wide_begun(wchar_t *block) {
    block[0] = L'a';
    block[1] = L'b';
    block[2] = 0;
    return block;
}

// Results count.
static volatile char kept;
#define keep(value) (kept = (value) != 0)

extern const struct named_case *const __start_library_cases[], *const __stop_library_cases[];

// program NAME 0|1
#define MAIN                                                                                                       \
    int main(int count, char **arguments) {                                                                        \
        const struct named_case *const *place = __start_library_cases;                                             \
        if (count == 3)                                                                                            \
            for (; place != __stop_library_cases; place++)                                                         \
                if (__builtin_strcmp((*place)->name, arguments[1]) == 0) {                                         \
                    (*place)->run(arguments[2][0] == '1');                                                         \
                    return 0;                                                                                      \
                }                                                                                                  \
        return 3;                                                                                                  \
    }

// What headers declare only with other flags, or not in every C library.
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
void __bzero(void *, size_t);
void __explicit_bzero_chk(void *, size_t, size_t);
void *__rawmemchr(const void *, int);
char *__strcpy_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
size_t __strlcpy_chk(char *, const char *, size_t, size_t);
size_t __strlcat_chk(char *, const char *, size_t, size_t);
char *__strdup(const char *);
char *__strndup(const char *, size_t);
size_t __strxfrm_l(char *, const char *, size_t, locale_t);
size_t __wcsxfrm_l(wchar_t *, const wchar_t *, size_t, locale_t);
int __xpg_strerror_r(int, char *, size_t);
wchar_t *__wcscpy_chk(wchar_t *, const wchar_t *, size_t);
wchar_t *__wcpcpy_chk(wchar_t *, const wchar_t *, size_t);
wchar_t *__wcsncpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wcpncpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wcscat_chk(wchar_t *, const wchar_t *, size_t);
wchar_t *__wcsncat_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wmemcpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wmempcpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wmemmove_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wmemset_chk(wchar_t *, wchar_t, size_t, size_t);
size_t __mbstowcs_chk(wchar_t *, const char *, size_t, size_t);
size_t __wcstombs_chk(char *, const wchar_t *, size_t, size_t);
size_t __mbsrtowcs_chk(wchar_t *, const char **, size_t, mbstate_t *, size_t);
size_t __wcsrtombs_chk(char *, const wchar_t **, size_t, mbstate_t *, size_t);
size_t __mbsnrtowcs_chk(wchar_t *, const char **, size_t, size_t, mbstate_t *, size_t);
size_t __wcsnrtombs_chk(char *, const wchar_t **, size_t, size_t, mbstate_t *, size_t);
size_t __wcrtomb_chk(char *, wchar_t, mbstate_t *, size_t);
int __wctomb_chk(char *, wchar_t, size_t);
long strtoimax(const char *, char **, int);
unsigned long strtoumax(const char *, char **, int);
long __isoc23_strtol(const char *, char **, int);
long long __isoc23_strtoll(const char *, char **, int);
unsigned long __isoc23_strtoul(const char *, char **, int);
unsigned long long __isoc23_strtoull(const char *, char **, int);
long __isoc23_strtoimax(const char *, char **, int);
unsigned long __isoc23_strtoumax(const char *, char **, int);
long __isoc23_wcstol(const wchar_t *, wchar_t **, int);
long long __isoc23_wcstoll(const wchar_t *, wchar_t **, int);
unsigned long __isoc23_wcstoul(const wchar_t *, wchar_t **, int);
unsigned long long __isoc23_wcstoull(const wchar_t *, wchar_t **, int);
