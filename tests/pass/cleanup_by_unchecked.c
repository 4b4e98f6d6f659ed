// A thread ends itself: code without checks cleans up, and uses the stack where the frames were.
//@ levels: O0 O1 O2
//@ flags: -pthread -fexceptions
#include "hide.h"
#include <pthread.h>
#include <string.h>

#define UNCHECKED __attribute__((noinline, no_sanitize("address")))

static int cleaned;

NOINLINE static int sum(const char *first, long count) {
  int all = 0;
  for (long i = 0; i < count; i++)
    all += first[i];
  return all;
}

// Its own objects lie where frames may have been.
UNCHECKED static void clean(int *unused) {
  char own[6000];
  memset(own, 1, sizeof own);
  cleaned += sum(hide_pointer(own), sizeof own) == 6000;
}

NOINLINE static void ends(int depth) {
  char own[100];
  touch(own);
  if (depth == 0)
    pthread_exit(NULL);
  ends(depth - 1);
  touch(own);
}

UNCHECKED static void ends_below(int depth) {
  __attribute__((cleanup(clean))) int cleans;
  touch(&cleans);
  ends(depth);
}

static void *run(void *depth) {
  char own[300];
  touch(own);
  ends_below((int)(long)depth);
  touch(own);
  return NULL;
}

int main(void) {
  for (long depth = 0; depth < 12; depth++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, (void *)depth) != 0 || pthread_join(thread, NULL) != 0)
      return 1;
  }
  return cleaned != 12;
}
