// Another thread frees the chunk between two reads that inlining brings together.
//@ levels: O2
//@ flags: -pthread
//@ kills-mutants: redundant-calls/atomic
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static int turn;

static void *work(void *block) {
  while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != 1)
    ;
#ifdef FIXED
  touch(block);
#else
  free(block);
#endif
  __atomic_exchange_n(&turn, 2, __ATOMIC_RELEASE);
  return 0;
}

static int get(const int *number) { INLINED_LATE; return *number; } //~ ERROR heap-use-after-free

static NOINLINE int both(int *number) {
  int sum = get(number);
  __atomic_exchange_n(&turn, 1, __ATOMIC_RELEASE);
  while (__atomic_fetch_add(&turn, 0, __ATOMIC_ACQUIRE) != 2)
    ;
  return sum + get(number);
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  pthread_t thread;
  pthread_create(&thread, 0, work, number);
  int sum = both(number);
  pthread_join(thread, 0);
#ifdef FIXED
  free(number);
#endif
  return sum;
}
