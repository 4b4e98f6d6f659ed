// A callee waits for a volatile variable that another thread sets when it has freed the chunk.
//@ levels: O2
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static volatile int turn;

static void *work(void *block) {
  while (turn != 1)
    ;
  free(block);
  turn = 2;
  return 0;
}

static NOINLINE void wait_for(int which) {
  while (turn != which)
    ;
}

static NOINLINE int both(int *number, int which) {
  int sum = *number;
  turn = 1;
  wait_for(which);
  if (which)
#ifdef FIXED
    sum++;
  return sum - 1;
#else
    sum += *number; //~ ERROR heap-use-after-free
  return sum;
#endif
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  pthread_t thread;
  pthread_create(&thread, 0, work, number);
  int sum = both(number, (int)hide(2));
  pthread_join(thread, 0);
  return sum;
}
