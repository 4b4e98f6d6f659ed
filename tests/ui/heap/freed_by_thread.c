// Another thread has freed the chunk.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static void *work(void *block) {
  *(int *)block = 4;
#ifndef FIXED
  free(block);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *number = hide_pointer(malloc(sizeof *number));
  if (pthread_create(&thread, NULL, work, number) != 0)
    return 2;
  pthread_join(thread, NULL);
  *(volatile int *)number = 5; //~ ERROR heap-use-after-free
#ifdef FIXED
  free(number);
#endif
  return 0;
}
