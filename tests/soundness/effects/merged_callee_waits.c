// A callee that frees nothing waits for a thread that does.
//@ levels: O2
//@ flags: -pthread
//@ kills-mutants: effects/shared effects/volatile effects/waits
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static int go;
static int gone;

static void *work(void *block) {
  while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE))
    ;
  free(block);
  __atomic_store_n(&gone, 1, __ATOMIC_RELEASE);
  return 0;
}

static NOINLINE void meet(void) {
  __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
  while (!__atomic_load_n(&gone, __ATOMIC_ACQUIRE))
    ;
}

static NOINLINE int both(int *number, long again) {
  int sum = *number;
  meet();
  if (again)
    sum += *number; //~ ERROR heap-use-after-free
  return sum;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  pthread_t thread;
  pthread_create(&thread, 0, work, number);
#ifdef FIXED
  int sum = both(number, hide(0));
#else
  int sum = both(number, hide(1));
#endif
  pthread_join(thread, 0);
  return sum;
}
