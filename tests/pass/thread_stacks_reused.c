// A thread ends in the middle of its frames; the next one gets the same stack.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <string.h>

static NOINLINE void deep(int depth) {
  if (depth < 0)
    return;
  char local[300];
  memset(local, 1, hide(sizeof local));
  touch(local);
  if (depth == 0)
    pthread_exit(NULL);
  deep(depth - 1);
  touch(local);
}

static void *leave(void *argument) {
  deep(20);
  return argument;
}

static void *use(void *argument) {
  char local[9000];
  memset(local, 1, hide(sizeof local));
  touch(local);
  return argument;
}

int main(void) {
  for (int i = 0; i < 20; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, i % 2 ? use : leave, NULL) != 0)
      return 2;
    pthread_join(thread, NULL);
  }
  return 0;
}
