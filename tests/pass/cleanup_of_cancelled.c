// A thread that is cancelled, or ends itself, goes on in its cleanup handlers, on the stack where deeper frames were.
//@ flags: -pthread
//@ defines: WAY=0 WAY=1
#include "hide.h"
#include <pthread.h>
#include <string.h>

#define UNCHECKED __attribute__((noinline, no_sanitize("address")))

static NOINLINE int sum(const char *first, long count) {
  int all = 0;
  for (long i = 0; i < count; i++)
    all += first[i];
  return all;
}

UNCHECKED static int over_stack(void) {
  char own[6000];
  memset(own, 1, sizeof own);
  return sum(hide_pointer(own), sizeof own);
}

static void handler(void *done) { *(int *)done += over_stack() == 6000; }

static NOINLINE void deep(int depth) {
  char own[100];
  touch(own);
  if (depth > 0)
    deep(depth - 1);
  else {
#if WAY == 0
    pthread_cancel(pthread_self());
    pthread_testcancel();
#else
    pthread_exit(NULL);
#endif
  }
  touch(own);
}

static NOINLINE void cleans(int *done) {
  int local[3];
  touch(local);
  pthread_cleanup_push(handler, done);
  deep(12);
  pthread_cleanup_pop(0);
  touch(local);
}

static void *run(void *done) {
  char own[200];
  touch(own);
  pthread_cleanup_push(handler, done);
  cleans(done);
  pthread_cleanup_pop(0);
  touch(own);
  return NULL;
}

int main(void) {
  int done = 0;
  pthread_t id;
  if (pthread_create(&id, NULL, run, &done) != 0 || pthread_join(id, NULL) != 0)
    return 1;
  return done != 2;
}
