// A thread is joined twice. Its handle may belong to another thread by then.
//@ flags: -pthread
//@ contains: thread T1 was joined here by thread T0
//@ contains: Thread T1 created by T0 here
//@ asan: any it does not say where
#include "hide.h"
#include <pthread.h>

static void *work(void *argument) { return argument; }

static void join(pthread_t thread) {
  pthread_join(thread, NULL); //~ ERROR invalid-join
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 2;
  pthread_join(thread, NULL);
#ifdef FIXED
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 2;
#endif
  join(thread);
  return 0;
}
