// An array on another thread's stack is overrun.
//@ flags: -pthread
//@ contains: 'local'
#include "hide.h"
#include <pthread.h>

static void *work(void *unused) {
  char local[30] = {0};
  touch(local);
#ifdef FIXED
  local[hide(29)] = 1;
#else
  local[hide(30)] = 1; //~ ERROR stack-buffer-overflow
#endif
  touch(local);
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 2;
  return pthread_join(thread, NULL);
}
