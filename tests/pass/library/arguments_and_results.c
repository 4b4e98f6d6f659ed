// Library functions get their arguments and give back their results as if nobody were in between: any number of variable
// arguments in registers and on the stack, of every class, through pointers, too; errno.
//@ flags: -lm
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wchar.h>

static int forward(char *to, size_t size, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    char other[200];
    int length = vsnprintf(to, size, format, list);
    assert(vsprintf(other, format, again) == length);
    assert(!strcmp(to, other));
    va_end(list);
    va_end(again);
    return length;
}

static int forward_scan(const char *from, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsscanf(from, format, list);
    va_end(list);
    return count;
}

int main(void) {
    char to[200];
    volatile size_t room = 4;
    volatile double d = 1.5;
    volatile long double x = 2.25;

    int length = snprintf(to, sizeof to, "%d %s %g %Lg %d %d %d %d %Lg %g %g %g %g %g %g %g %g %g %d %c %ld", 1, "two", d, x, 3,
                          4, 5, 6, x, d, d, d, d, d, d, d, d, 9.5, 7, '8', -9L);
    const char *expected = "1 two 1.5 2.25 3 4 5 6 2.25 1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5 9.5 7 8 -9";
    assert(length == (int)strlen(expected) && !strcmp(to, expected));
    assert(sprintf(to, "%2$s-%1$d-%2$.2s", 12, "abc") == 9 && !strcmp(to, "abc-12-ab"));
    assert(snprintf(to, room, "%*.*f|%-5d|", 8, 2, d, 3) == 15 && !strcmp(to, "   "));
    assert(snprintf(0, 0, "%s", "hello") == 5);
    assert(forward(to, sizeof to, "%s %Lg %g %d %d %d %d", "a", x, d, 1, 2, 3, 4) == 18);

    int (*print)(char *, const char *, ...) = sprintf;
    assert(print(to, "%d%d%d%d%d%d%g", 1, 2, 3, 4, 5, 6, d) == 9 && !strcmp(to, "1234561.5"));

    int a, b, c, e, f, g;
    long double y;
    char word[6];
    assert(sscanf("1 2 3 4 5 6 2.25 hello", "%d%d%d%d%d%d%Lf%5s", &a, &b, &c, &e, &f, &g, &y, word) == 8);
    assert(a == 1 && b == 2 && g == 6 && y == 2.25L && !strcmp(word, "hello"));
    assert(forward_scan("7,8", "%d,%d", &a, &b) == 2 && a == 7 && b == 8);
    assert(sscanf("x", "%d", &a) == 0 && sscanf("", "%d", &a) == EOF && a == 7);

    wchar_t wide[10];
    assert(swprintf(wide, 10, L"%d%s%d%d%d%d%g", 1, "b", 2, 3, 4, 5, d) == 9 && !wcscmp(wide, L"1b23451.5"));

    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(70)};
    char host[20], service[20];
    assert(!getnameinfo((void *)&address, sizeof address, host, sizeof host, service, sizeof service, NI_NUMERICHOST | NI_NUMERICSERV));
    assert(!strcmp(host, "0.0.0.0") && !strcmp(service, "70"));

    int exponent;
    long double whole;
    assert(frexp(d, &exponent) == 0.75 && exponent == 1);
    assert(modfl(x, &whole) == 0.25L && whole == 2);

    errno = 0;
    assert(read(-1, to, 10) == -1 && errno == EBADF);
    errno = 0;
    assert(!fopen("/does/not/exist", "r") && errno == ENOENT);
    puts("fine");
    return 0;
}
