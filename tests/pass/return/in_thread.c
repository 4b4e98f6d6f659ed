// A thread uses a static variable of a function that has returned.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>

static int *kept;

static NOINLINE void keep(int value) {
  static int local;
  local = value;
  kept = &local;
}

static void *work(void *unused) {
  keep((int)hide(3));
  if (*(volatile int *)kept != 3)
    return &kept;
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 2;
  void *result;
  pthread_join(thread, &result);
  return result != NULL;
}
