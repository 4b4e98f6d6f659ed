// Attributes of threads.
#define _GNU_SOURCE
#include "effects_cases.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

#define ATTRIBUTE(function, kind, size) \
    CASE(pthread_##kind##_get##function) { \
        pthread_##kind##_t attributes; \
        pthread_##kind##_init(&attributes); \
        pthread_##kind##_get##function(&attributes, block(size)); \
    }

ATTRIBUTE(detachstate, attr, 4)
ATTRIBUTE(guardsize, attr, sizeof(size_t))
ATTRIBUTE(inheritsched, attr, 4)
ATTRIBUTE(schedparam, attr, 4)
ATTRIBUTE(schedpolicy, attr, 4)
ATTRIBUTE(scope, attr, 4)
ATTRIBUTE(stacksize, attr, sizeof(size_t))
ATTRIBUTE(prioceiling, mutexattr, 4)
ATTRIBUTE(protocol, mutexattr, 4)
ATTRIBUTE(pshared, mutexattr, 4)
ATTRIBUTE(robust, mutexattr, 4)
ATTRIBUTE(type, mutexattr, 4)
ATTRIBUTE(clock, condattr, 4)
ATTRIBUTE(pshared, condattr, 4)
ATTRIBUTE(pshared, barrierattr, 4)
ATTRIBUTE(kind_np, rwlockattr, 4)
ATTRIBUTE(pshared, rwlockattr, 4)

CASE(pthread_attr_getstack) {
    pthread_attr_t attributes;
    void *start;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &start, block(sizeof(size_t)));
}

CASE(pthread_attr_getaffinity_np) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_getaffinity_np(&attributes, sizeof(cpu_set_t), block(sizeof(cpu_set_t)));
}

CASE(pthread_getaffinity_np) { pthread_getaffinity_np(pthread_self(), sizeof(cpu_set_t), block(sizeof(cpu_set_t))); }

CASE(pthread_getschedparam) {
    struct sched_param parameters;
    pthread_getschedparam(pthread_self(), block(4), &parameters);
}

CASE(pthread_getcpuclockid) { pthread_getcpuclockid(pthread_self(), block(4)); }

CASE(pthread_getname_np) {
    pthread_setname_np(pthread_self(), "name");
    pthread_getname_np(pthread_self(), block(5), 99);
}

OURS(pthread_setname_np) { pthread_setname_np(pthread_self(), text("name")); }
CASE(pthread_setcancelstate) { pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, block(4)); }
CASE(pthread_setcanceltype) { pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, block(4)); }

static void *nothing(void *argument) { return argument; }

OURS(pthread_join) {
    pthread_t thread;
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, block(sizeof(void *)));
}

OURS(pthread_tryjoin_np) {
    pthread_t thread;
    void *result = block(sizeof(void *));
    pthread_create(&thread, 0, nothing, 0);
    while (pthread_tryjoin_np(thread, result) == EBUSY)
        ;
}

OURS(pthread_clockjoin_np_case_result) {
    pthread_t thread;
    void *result = block(sizeof(void *));
    struct timespec never = {.tv_sec = LONG_MAX};
    pthread_create(&thread, 0, nothing, 0);
    pthread_clockjoin_np(thread, result, CLOCK_REALTIME, &never);
}

OURS(pthread_clockjoin_np_case_time) {
    pthread_t thread;
    struct timespec *never = copy(&(struct timespec){.tv_sec = LONG_MAX}, sizeof(struct timespec));
    pthread_create(&thread, 0, nothing, 0);
    pthread_clockjoin_np(thread, 0, CLOCK_REALTIME, never);
}

static int no_number(void *argument) { return argument != 0; }

OURS(thrd_join) {
    thrd_t thread;
    thrd_create(&thread, no_number, 0);
    thrd_join(thread, block(4));
}

OURS(pthread_timedjoin_np) {
    pthread_t thread;
    void *result = block(sizeof(void *));
    struct timespec never = {.tv_sec = LONG_MAX};
    pthread_create(&thread, 0, nothing, 0);
    pthread_timedjoin_np(thread, result, &never);
}
