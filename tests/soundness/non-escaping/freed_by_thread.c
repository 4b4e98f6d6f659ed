// Another thread frees the block that it was started with.
//@ levels: O2
//@ flags: -pthread
#include "hide.h"
#include <stdlib.h>
#include <pthread.h>

static void *work(void *block) {
  free(block);
  return NULL;
}

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
  block[0] = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, work, (void *)block);
  pthread_join(thread, NULL);
  return block[0] == 77; //~ ERROR heap-use-after-free
}
