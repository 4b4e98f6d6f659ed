// A loop reads a volatile flag by which a thread says that it has freed the array.
//@ levels: O2
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static volatile int go, done;

static void *work(void *block) {
  while (!go)
    ;
  free(block);
  done = 1;
  return 0;
}

static NOINLINE long all(const int *numbers, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i % 8]; //~ ERROR heap-use-after-free
    go = 1;
#ifdef FIXED
    if (i % 8 == 3)
      break;
#else
    while (!done)
      ;
#endif
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(8, sizeof *numbers));
  pthread_t thread;
#ifdef FIXED
  pthread_create(&thread, 0, work, hide_pointer(calloc(8, 1)));
#else
  pthread_create(&thread, 0, work, numbers);
#endif
  long sum = all(numbers, hide(100));
  pthread_join(thread, 0);
  return sum != 0;
}
