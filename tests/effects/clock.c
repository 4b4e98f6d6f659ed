// Time and timers.
#define _GNU_SOURCE
#include "effects_cases.h"
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

int ftime(struct timeb *);

#define TM copy(&(struct tm){.tm_mday = 1}, sizeof(struct tm))
static time_t then;

CASE(time) { time(block(8)); }
OURS(gettimeofday) { gettimeofday(block(16), 0); }
CASE(clock_gettime) { clock_gettime(CLOCK_REALTIME, block(16)); }
CASE(clock_getres) { clock_getres(CLOCK_REALTIME, block(16)); }
CASE(clock_settime) { clock_settime(-1, copy(&(struct timespec){0, 0}, 16)); }
CASE(clock_getcpuclockid) { clock_getcpuclockid(0, block(4)); }
OURS(timespec_get) { timespec_get(block(16), TIME_UTC); }
OURS(nanosleep) { nanosleep(copy(&(struct timespec){0, 1}, 16), 0); }
CASE(ftime) { ftime(block(sizeof(struct timeb))); }
CASE(localtime) { localtime(copy(&then, 8)); }
CASE(localtime_r) { localtime_r(&then, block(sizeof(struct tm))); }
CASE(gmtime) { gmtime(copy(&then, 8)); }
CASE(gmtime_r) { gmtime_r(&then, block(sizeof(struct tm))); }
CASE(ctime) { ctime(copy(&then, 8)); }
CASE(ctime_r) { ctime_r(&then, block(26)); }
CASE(asctime) { asctime(TM); }
CASE(asctime_r) { asctime_r(&(struct tm){.tm_mday = 1}, block(26)); }
CASE(mktime) { mktime(TM); }
OURS(timegm) { timegm(TM); }
OURS(timelocal) { timelocal(TM); }
CASE(strptime) { strptime("2024", "%Y", block(sizeof(struct tm))); }
CASE(strptime_case_format) { strptime("2024", text("%Y"), malloc(sizeof(struct tm))); }
OURS(strftime) { strftime(block(5), 99, "%Y", &(struct tm){.tm_mday = 1}); }
CASE(times) { times(block(sizeof(struct tms))); }
CASE(getitimer) { getitimer(ITIMER_REAL, block(32)); }
CASE(setitimer) { setitimer(ITIMER_REAL, copy(&(struct itimerval){{0}}, 32), 0); }
CASE(setitimer_case_old) { setitimer(ITIMER_REAL, &(struct itimerval){{0}}, block(32)); }
CASE(timerfd_gettime) { timerfd_gettime(timerfd_create(CLOCK_REALTIME, 0), block(32)); }
CASE(timerfd_settime) { timerfd_settime(timerfd_create(CLOCK_REALTIME, 0), 0, copy(&(struct itimerspec){{0}}, 32), 0); }
