// Behind a thread-local array that the function sees.
//@ flags: -pthread
//@ asan: any it leaves thread-local variables alone
#include "hide.h"
#include <pthread.h>

static _Thread_local int numbers[10];

static void *work(void *index) {
  numbers[(long)index] = 1; //~ ERROR global-buffer-overflow
  touch(numbers);
  return NULL;
}

int main(void) {
  pthread_t thread;
  work((void *)hide(9));
  if (pthread_create(&thread, NULL, work, (void *)hide(10)) != 0)
    return 2;
  pthread_join(thread, NULL);
  return numbers[9] != 1;
}
