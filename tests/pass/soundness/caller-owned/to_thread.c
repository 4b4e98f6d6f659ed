// A function that is called with a local is also where a thread begins, with a block that lives.
//@ levels: O2
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static NOINLINE void *next(void *passed) {
  int *numbers = passed;
  ++numbers[hide(2) & 3];
  return passed;
}

int main(void) {
  int numbers[4] = {0};
  int *block = calloc(4, sizeof *block);
  pthread_t thread;
  pthread_create(&thread, NULL, next, block);
  pthread_join(thread, NULL);
  free(block);
  return next(numbers) != numbers;
}
