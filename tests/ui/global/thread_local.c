// Behind a thread-local array that the function sees.
//@ flags: -pthread
//@[bad] asan: any it leaves thread-local variables alone
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
#ifdef FIXED
  if (pthread_create(&thread, NULL, work, (void *)hide(9)) != 0)
#else
  if (pthread_create(&thread, NULL, work, (void *)hide(10)) != 0)
#endif
    return 2;
  pthread_join(thread, NULL);
  return numbers[9] != 1;
}
