// What the callee has accessed is freed by a thread that it waits for then.
//@ levels: O2
//@ flags: -pthread
//@ kills-mutants: redundant/volatile
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

static NOINLINE void put(long *number) {
  *number = 7;
  __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
  while (!__atomic_load_n(&gone, __ATOMIC_ACQUIRE))
    ;
}

static NOINLINE void both(long *number, long again) {
  put(number);
  if (again)
    *number += 5; //~ ERROR heap-use-after-free
}

int main(void) {
  long *number = hide_pointer(calloc(1, sizeof(long)));
  pthread_t thread;
  pthread_create(&thread, 0, work, number);
#ifdef FIXED
  both(number, hide(0));
#else
  both(number, hide(1));
#endif
  pthread_join(thread, 0);
  return 0;
}
