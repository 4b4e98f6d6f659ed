// A function that is called with a local is also where a thread begins, with a chunk that is gone.
//@ levels: O2
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static NOINLINE void *next(void *passed) {
  int *numbers = passed;
  ++numbers[hide(2) & 3]; //~ ERROR heap-use-after-free
  return passed;
}

int main(void) {
  int numbers[4] = {0};
  int *block = calloc(4, sizeof *block);
#ifndef FIXED
  free(hide_pointer(block));
#endif
  pthread_t thread;
  pthread_create(&thread, NULL, next, block);
  pthread_join(thread, NULL);
#ifdef FIXED
  free(block);
#endif
  return next(numbers) != numbers;
}
