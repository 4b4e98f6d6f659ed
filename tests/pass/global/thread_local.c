// A thread-local array in two threads.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>

static _Thread_local int numbers[10];

static void *work(void *index) {
  numbers[(long)index] = 1;
  touch(numbers);
  return NULL;
}

int main(void) {
  pthread_t thread;
  work((void *)hide(9));
  if (pthread_create(&thread, NULL, work, (void *)hide(9)) != 0)
    return 2;
  pthread_join(thread, NULL);
  return numbers[9] != 1;
}
