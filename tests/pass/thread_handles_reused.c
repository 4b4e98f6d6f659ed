// Handles of threads are used again, also by threads that are created behind the runtime's back, and joined once each.
//@ flags: -pthread
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

typedef int Create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static void *work(void *argument) {
  // Allocates now and then: a thread may never call the runtime.
  if ((uintptr_t)argument % 3 == 1)
    free(malloc(100));
  return argument;
}

static int other_work(void *argument) { return (int)(uintptr_t)argument; }

static void *detach(void *argument) {
  pthread_detach(pthread_self());
  return argument;
}

static void join(pthread_t thread, uintptr_t expected) {
  void *result;
  if (pthread_join(thread, &result) != 0 || result != (void *)expected)
    abort();
}

static void join_by_trying(pthread_t thread) {
  while (pthread_tryjoin_np(thread, NULL) != 0)
    ;
}

// Creates and joins threads in all ways in turn.
static void *all_ways(void *foreign) {
  Create *create = foreign;
  for (uintptr_t round = 0; round < 60; round++) {
    pthread_t thread;
    thrd_t other;
    pthread_create(&thread, NULL, work, (void *)round);
    join(thread, round);
    create(&thread, NULL, work, (void *)round);
    join(thread, round);
    pthread_create(&thread, NULL, detach, NULL);
    create(&thread, NULL, work, (void *)round);
    join_by_trying(thread);
    if (thrd_create(&other, other_work, (void *)round) == thrd_success) {
      int result;
      if (thrd_join(other, &result) != thrd_success || result != (int)round)
        abort();
    }
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    create(&thread, NULL, work, (void *)round);
    join(thread, round);
  }
  return NULL;
}

int main(void) {
  // Past the program's own, which is the runtime's.
  void *library = dlopen("libc.so.6", RTLD_LAZY);
  Create *create = library ? (Create *)dlsym(library, "pthread_create") : NULL;
  if (!create)
    create = pthread_create;
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    if (pthread_create(&threads[i], NULL, all_ways, create) != 0)
      return 2;
  for (int i = 0; i < 4; i++)
    if (pthread_join(threads[i], NULL) != 0)
      return 3;
  pthread_exit(NULL);
}
