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

#define TM copy(&(struct tm){.tm_mday = 1, .tm_year = 100}, sizeof(struct tm))
static time_t then;

CASE(time) { time(block(sizeof(time_t))); }
OURS(gettimeofday) { gettimeofday(block(sizeof(struct timeval)), 0); }
CASE(clock_gettime) { clock_gettime(CLOCK_REALTIME, block(sizeof(struct timespec))); }
CASE(clock_getres) { clock_getres(CLOCK_REALTIME, block(sizeof(struct timespec))); }
CASE(clock_settime) { clock_settime(-1, copy(&(struct timespec){0, 0}, sizeof(struct timespec))); }
CASE(clock_getcpuclockid) { clock_getcpuclockid(0, block(4)); }
OURS(timespec_get) { timespec_get(block(sizeof(struct timespec)), TIME_UTC); }
OURS(nanosleep) { nanosleep(copy(&(struct timespec){0, 1}, sizeof(struct timespec)), 0); }
#ifndef _TIME_BITS
// It has no name for a time of 64 bits.
CASE(ftime) { ftime(block(sizeof(struct timeb))); }
#endif
CASE(localtime) { localtime(copy(&then, sizeof then)); }
CASE(localtime_r) { localtime_r(&then, block(sizeof(struct tm))); }
CASE(gmtime) { gmtime(copy(&then, sizeof then)); }
CASE(gmtime_r) { gmtime_r(&then, block(sizeof(struct tm))); }
CASE(ctime) { ctime(copy(&then, sizeof then)); }
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
CASE(getitimer) { getitimer(ITIMER_REAL, block(sizeof(struct itimerval))); }
CASE(setitimer) { setitimer(ITIMER_REAL, copy(&(struct itimerval){{0}}, sizeof(struct itimerval)), 0); }
CASE(setitimer_case_old) { setitimer(ITIMER_REAL, &(struct itimerval){{0}}, block(sizeof(struct itimerval))); }
CASE(timerfd_gettime) { timerfd_gettime(timerfd_create(CLOCK_REALTIME, 0), block(sizeof(struct itimerspec))); }
CASE(timerfd_settime) { timerfd_settime(timerfd_create(CLOCK_REALTIME, 0), 0, copy(&(struct itimerspec){{0}}, sizeof(struct itimerspec)), 0); }
