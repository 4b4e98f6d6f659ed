// A thread is joined that was created as a detached one.
//@ flags: -pthread
//@ contains: detached thread
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
  pthread_attr_t attributes;
  pthread_mutex_lock(&wait);
  pthread_attr_init(&attributes);
#ifndef FIXED
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#endif
  if (pthread_create(&thread, &attributes, work, NULL) != 0)
    return 2;
  pthread_attr_destroy(&attributes);
#ifdef FIXED
  pthread_mutex_unlock(&wait);
#endif
  pthread_join(thread, NULL); //~ ERROR invalid-join
  return 0;
}
