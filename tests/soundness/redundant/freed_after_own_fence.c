// Another thread frees, and the processor's own fence makes that known.
//@ only: x86_64 its intrinsics
//@ levels: O2
//@ flags: -pthread
//@ kills-mutants: redundant/opaque
#include "hide.h"
#include <emmintrin.h>
#include <pthread.h>
#include <stdlib.h>

static int freed, turn;

static void *work(void *number) {
  while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) == 0)
    ;
#ifdef FIXED
  *(int *)number = 3;
#else
  free(number);
#endif
  __atomic_store_n(&freed, 1, __ATOMIC_RELEASE);
  return 0;
}

static NOINLINE int twice(int *number) {
  int before = *number;
  turn = 1;
  for (;;) {
    _mm_mfence();
    if (freed)
      break;
  }
  return before + *number; //~ ERROR heap-use-after-free
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  pthread_t thread;
  pthread_create(&thread, 0, work, number);
  int sum = twice(number);
  pthread_join(thread, 0);
  return sum == 77;
}
