// <time.h>: dates and their text.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <sys/time.h>

int main(void) {
    const time_t times[] = {0, 951782400, 1000000000, 1709164799, 4102444799, -1, 1483228800, 1230768000};
    char text[400];
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct tm parts;
        gmtime_r(&times[i], &parts);
        strftime(text, sizeof text, "%a %A %b %B %c|%C %d %D %e %F %g %G %H %I %j %k %l %m %M %p %P %r %R %S %T %u %U %V %w %W %x %X %y %Y %%|%-d %_H %z %Z", &parts);
        puts(text);
        printf("%ld %s", (long)timegm(&parts), asctime(&parts));
    }
    struct tm odd = {.tm_year = 120, .tm_mon = 14, .tm_mday = 35, .tm_hour = 25, .tm_min = -5, .tm_isdst = -1};
    time_t moment = timegm(&odd);
    printf("%ld %d %d %d %d\n", (long)moment, odd.tm_mon, odd.tm_mday, odd.tm_wday, odd.tm_yday);
    printf("%g %zu\n", difftime(10, 4), strftime(text, 3, "%Y", &odd));
    struct timespec span = {0, 1000};
    struct timeval now;
    printf("%d %d %d %d\n", nanosleep(&span, NULL), gettimeofday(&now, NULL), clock_gettime(CLOCK_MONOTONIC, &span), time(NULL) > 1600000000);
    printf("%d %d\n", clock() >= 0, localtime(&moment)->tm_mday == odd.tm_mday);
    return 0;
}
