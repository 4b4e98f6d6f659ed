// Another thread frees the chunk that it was started with.
//@ levels: O2
//@ flags: -pthread
#include "hide.h"
#include <stdlib.h>
#include <pthread.h>

static void *work(void *block) {
#ifdef FIXED
  *(int *)block = 2;
#else
  free(block);
#endif
  return NULL;
}

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
  block[0] = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, work, (void *)block);
  pthread_join(thread, NULL);
#ifdef FIXED
  int sum = block[0];
  free((void *)block);
  return sum != 2;
#else
  return block[0] == 77; //~ ERROR heap-use-after-free
#endif
}
