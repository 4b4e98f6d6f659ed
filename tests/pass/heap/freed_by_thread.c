// Another thread has used the block and hands it back.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static void *work(void *block) {
  *(int *)block = 4;
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *number = hide_pointer(malloc(sizeof *number));
  if (pthread_create(&thread, NULL, work, number) != 0)
    return 2;
  pthread_join(thread, NULL);
  *(volatile int *)number = 5;
  free(number);
  return 0;
}
