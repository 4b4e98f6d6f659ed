// <stdlib.h>: numbers, sorting, random numbers, the environment, the end.
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int key, place;
    char name[40];
};

static int calls;

static int by_key(const void *left, const void *right) {
    calls++;
    const struct item *one = left, *other = right;
    return (one->key > other->key) - (one->key < other->key);
}

static int by_text(const void *left, const void *right) { return strcmp(*(char *const *)left, *(char *const *)right); }

static void number(const char *text, int base) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, base);
    printf("%ld %d %d ", value, (int)(end - text), errno);
    errno = 0;
    unsigned long without = strtoul(text, &end, base);
    printf("%lu %d %d\n", without, (int)(end - text), errno);
}

static void real(const char *text) {
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    printf("%.17g %d %d %.9g %.20Lg\n", value, (int)(end - text), errno, strtof(text, NULL), strtold(text, NULL));
}

static void handler(int signal) { printf("signal %d\n", signal); }
static void last(void) { puts("last"); }
static void first(void) { puts("first"); }

int main(void) {
    const char *const integers[] = {"0", "12", "-12", "  +7x", "0x1F", "0x", "077", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "-1", "z", "", "-", "1010"};
    const int bases[] = {0, 2, 8, 10, 16, 36};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        for (size_t j = 0; j < 6; j++)
            number(integers[i], bases[j]);
    const char *const reals[] = {"0", "1.5", "-2.5e10", "1e400", "1e-400", "0x1.8p3", "0x.1", "inf", "-infinity", "nan", ".5.", "e5", "1e+", "0.1", "179769313486231580793e289", "2.2250738585072011e-308", "5e-324", "123456789012345678901234567890"};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        real(reals[i]);
    printf("%d %ld %lld %g\n", atoi(" 42x"), atol("-7"), atoll("99999999999"), atof("2.5"));
    printf("%d %ld %lld\n", abs(-3), labs(-4L), llabs(-5LL));
    div_t quotient = div(-7, 2);
    ldiv_t larger = ldiv(17L, -5L);
    printf("%d %d %ld %ld\n", quotient.quot, quotient.rem, larger.quot, larger.rem);
    struct item items[20];
    for (int i = 0; i < 20; i++) {
        items[i] = (struct item){(i * 7) % 5, i, ""};
        sprintf(items[i].name, "item %d", i);
    }
    qsort(items, 20, sizeof *items, by_key);
    for (int i = 0; i < 20; i++)
        printf("%d.%d.%s ", items[i].key, items[i].place, items[i].name);
    printf("%d\n", calls);
    char *words[] = {"pear", "apple", "fig", "date", "kiwi", "banana"};
    qsort(words, 6, sizeof *words, by_text);
    for (int i = 0; i < 6; i++)
        printf("%s ", words[i]);
    const char *key = "fig";
    char **found = bsearch(&key, words, 6, sizeof *words, by_text);
    printf("%td\n", found - words);
    for (int i = 0; i < 40; i++)
        printf("%d ", rand());
    srand(7);
    printf("%d %ld\n", rand(), random());
    unsigned state = 3;
    printf("%d %d\n", rand_r(&state), rand_r(&state));
    srand48(5);
    printf("%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
    setenv("SOME_NAME", "value", 1);
    setenv("SOME_NAME", "other", 0);
    puts(getenv("SOME_NAME"));
    unsetenv("SOME_NAME");
    printf("%d %d\n", getenv("SOME_NAME") == NULL, getenv("NOT=THERE") == NULL);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    void *block = calloc(3, 5);
    block = realloc(block, 100);
    printf("%d\n", ((char *)block)[14]);
    free(block);
    volatile size_t huge = SIZE_MAX / 4;
    printf("%d %d\n", malloc(huge) == NULL, calloc(huge, 8) == NULL);
    if (posix_memalign(&block, 256, 10) == 0)
        printf("%d\n", (int)((uintptr_t)block % 256));
    free(block);
    atexit(last);
    atexit(first);
    exit(300);
}
