// An array on another thread's stack.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>

static void *work(void *unused) {
  char local[30] = {0};
  touch(local);
  local[hide(29)] = 1;
  touch(local);
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 2;
  return pthread_join(thread, NULL);
}
