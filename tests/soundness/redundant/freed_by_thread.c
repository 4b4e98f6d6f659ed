// Another thread frees the chunk, and the two meet at pthread_join.
//@ levels: O2
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static void *work(void *block) {
#ifdef FIXED
  touch(block);
#else
  free(block);
#endif
  return 0;
}

static NOINLINE int both(int *number, pthread_t thread) {
  int sum = *number;
  pthread_join(thread, 0);
  return sum + *number; //~ ERROR heap-use-after-free
}

static int go;

static void *waits(void *block) {
  while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE))
    ;
  return work(block);
}

static NOINLINE int first(int *number, pthread_t thread) {
  int sum = *number;
  __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
  return sum + both(number, thread);
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  pthread_t thread;
  pthread_create(&thread, 0, waits, number);
  int sum = first(number, thread);
#ifdef FIXED
  free(number);
#endif
  return sum;
}
