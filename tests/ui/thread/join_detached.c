// A thread is joined that was detached before, and still runs.
//@ flags: -pthread
//@ contains: thread T1 was detached here by thread T0
//@ asan: any it does not say where
#include "hide.h"
#include <pthread.h>

static pthread_mutex_t wait = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  pthread_mutex_lock(&wait);
  pthread_mutex_unlock(&wait);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&wait);
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 2;
#ifndef FIXED
  pthread_detach(thread);
#else
  pthread_mutex_unlock(&wait);
#endif
  pthread_join(thread, NULL); //~ ERROR invalid-join
  return 0;
}
