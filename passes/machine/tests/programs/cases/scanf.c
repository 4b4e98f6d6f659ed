// What scanf stores and returns.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a = -1, b = -1, c = -1, n = -1;
    printf("%d", sscanf("12 0x1f 017", "%d %x %o", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("0x1f 017 99", "%i %i %i", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("12345678", "%3d%2d%n", &a, &b, &n));
    printf(" %d %d %d\n", a, b, n);
    printf("%d", sscanf("abc", "%d", &a));
    printf(" %d", sscanf("", "%d", &a));
    printf(" %d", sscanf("   ", "%d", &a));
    printf(" %d", sscanf("x 5", "x %d", &a));
    printf(" %d", sscanf("12,34", "%d,%d", &a, &b));
    printf(" %d", sscanf("12;34", "%d,%d", &a, &b));
    printf(" %d\n", sscanf("5%", "%d%%", &a));
    char word[16], rest[16], one;
    printf("%d", sscanf("hello world", "%s %[o-w]", word, rest));
    printf(" %s %s\n", word, rest);
    printf("%d", sscanf("key=value;", "%[^=]=%15[^;]", word, rest));
    printf(" %s %s\n", word, rest);
    printf("%d", sscanf(" x", "%c%c", &one, word));
    printf(" <%c%c>\n", one, word[0]);
    printf("%d", sscanf("abcdef", "%2c%3s", word, rest));
    printf(" %.2s %s\n", word, rest);
    float f = 0;
    double d = 0;
    long double l = 0;
    printf("%d", sscanf("1.5 -2.5e3 .25", "%f %lf %Lf", &f, &d, &l));
    printf(" %g %g %Lg\n", f, d, l);
    printf("%d", sscanf("inf nan 0x1.8p3", "%f %lf %Lf", &f, &d, &l));
    printf(" %g %g %Lg\n", f, d, l);
    printf("%d", sscanf("1e", "%lf", &d));
    printf(" %d\n", sscanf("1.2.3", "%lf%lf", &d, &d));
    signed char small = 0;
    short medium = 0;
    long large = 0;
    long long larger = 0;
    size_t size = 0;
    printf("%d", sscanf("-1 300 -5000000000 123456789012 77", "%hhd %hd %ld %lld %zu", &small, &medium, &large, &larger, &size));
    printf(" %d %d %ld %lld %zu\n", small, medium, large, larger, size);
    printf("%d", sscanf("1 2 3", "%*d %d %*d", &a));
    printf(" %d\n", a);
    char *made = NULL;
    printf("%d", sscanf("allocated text", "%ms", &made));
    printf(" %s\n", made);
    free(made);
    void *pointer = NULL;
    printf("%d", sscanf("0x1234", "%p", &pointer));
    printf(" %p\n", pointer);
    printf("%d\n", sscanf("]x-", "%[]x-]", word));
    char line[32];
    int got = 0;
    while (scanf("%31s", line) == 1)
        printf("%d:%s\n", got++, line);
    printf("%d %d\n", feof(stdin) != 0, ferror(stdin));
    return 0;
}
