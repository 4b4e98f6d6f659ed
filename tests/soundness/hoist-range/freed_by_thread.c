// Another thread frees the array while the loop waits for it.
//@ levels: O2
//@ flags: -pthread
//@ kills-mutants: hoist-range/no-kill
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static int go, done;

static void *work(void *block) {
  while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE))
    ;
  free(block);
  __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
  return 0;
}

static NOINLINE long all(const int *numbers, long count, long last) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i]; //~ ERROR heap-use-after-free
    if (i == last) {
      __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
      while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
        ;
    }
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
  pthread_t thread;
  pthread_create(&thread, 0, work, numbers);
#ifdef FIXED
  long sum = all(numbers, hide(100), hide(99));
#else
  long sum = all(numbers, hide(100), hide(5));
#endif
  pthread_join(thread, 0);
  return sum != 0;
}
