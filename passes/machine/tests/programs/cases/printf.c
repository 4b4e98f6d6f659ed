// Formats of printf: integers, floating-point numbers, strings, positions, lists.
#define _GNU_SOURCE
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int list(char *to, size_t most, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to, most, format, arguments);
    va_end(arguments);
    return length;
}

int main(void) {
    static const char *const integers[] = {"%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%8.3d", "%-8.3d|", "%x", "%#x", "%#X", "%o", "%#o", "%u", "%i", "%#.0x", "%.0d", "%+.0d", "%08.3d"};
    static const int numbers[] = {0, 1, -1, 42, -42, 123456, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) {
            printf(integers[i], numbers[j]);
            putchar(j == 7 ? '\n' : ' ');
        }
    static const char *const reals[] = {"%f", "%.0f", "%#.0f", "%.3f", "%10.2f", "%-10.2f|", "%+f", "% f", "%010.2f", "%e", "%.0e", "%#.0e", "%.10e", "%E", "%g", "%.3g", "%#g", "%G", "%.0g", "%.17g", "%a", "%.0a", "%.3a", "%A", "%30.20f", "%.15g", "%012g"};
    static const double values[] = {0.0, -0.0, 1.0, -1.5, 0.5, 2.5, 3.5, 0.1, 1e10, 1e-5, 123456789.125, 1e22, 1e23, 9.9999e99, DBL_MAX, DBL_MIN, 4.9e-324, 1e100, 99999.95, 0.00009999};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
            printf(reals[i], values[j]);
            putchar(' ');
        }
        printf(reals[i], INFINITY);
        printf(reals[i], -INFINITY);
        printf(reals[i], NAN);
        putchar('\n');
    }
    printf("%Lf %Le %Lg %.30Lf %La %LA\n", 1.5L, 1e4000L, 0.1L, 0.1L, 1.0L, 3.25L);
    printf("%hhd %hd %ld %lld %jd %zu %td\n", 300, 70000, 1L << 40, -1LL, (intmax_t)5, (size_t)7, (ptrdiff_t)-3);
    printf("%hhu %hu %lx %llo\n", -1, -1, -1L, -1LL);
    printf("[%s] [%10s] [%-10s] [%.2s] [%*s] [%-*s] [%.*s]\n", "abc", "abc", "abc", "abc", 6, "x", 6, "y", 1, "zz");
    printf("%c%5c%-5c|\n", 'a', 'b', 'c');
    printf("%p %10p %s\n", (void *)0, (void *)0, (char *)0);
    printf("%p %p\n", (void *)0x1234, (void *)0xdeadbeef);
    printf("%2$d %1$s %3$*4$d\n", "one", 2, 3, 5);
    printf("100%% %5%|\n");
    int count = 0;
    printf("abc%ndef\n", &count);
    printf("%d\n", count);
    errno = ENOENT;
    printf("%m\n");
    char text[40];
    printf("%d ", list(text, sizeof text, "%d %s %.1f %c %ld %d %d %d %d %f", 1, "two", 3.0, '4', 5L, 6, 7, 8, 9, 10.5));
    puts(text);
    printf("%d ", list(text, 5, "%d %Lf", 12345678, 2.5L));
    puts(text);
    printf("%d\n", list(text, sizeof text, "%f %f %f %f %f %f %f %f %f", 1., 2., 3., 4., 5., 6., 7., 8., 9.));
    puts(text);
    printf("%d %d\n", snprintf(NULL, 0, "%s", "hello"), sprintf(text, "%05.1f", 2.25));
    char *made = NULL;
    printf("%d", asprintf(&made, "<%d>", 77));
    puts(made);
    free(made);
    fprintf(stderr, "to stderr %d\n", 1);
    return fflush(stdout);
}
