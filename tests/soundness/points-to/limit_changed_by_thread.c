// Another thread changes the limit after it was compared.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range -pthread
//@ kills-mutants: points-to/shared-global
#include "hide.h"
#include <pthread.h>

static int limit, turn;

static void *work(void *unused) {
  while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != 1)
    ;
#ifdef FIXED
  limit = 8;
#else
  limit = 12;
#endif
  __atomic_store_n(&turn, 2, __ATOMIC_RELEASE);
  return unused;
}

static NOINLINE int at(void) {
  volatile int numbers[8] = {0};
  int sum = 0;
  if (limit > 8)
    return 0;
  __atomic_store_n(&turn, 1, __ATOMIC_RELEASE);
  while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != 2)
    ;
  for (int i = 0; i < limit; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

int main(void) {
  limit = (int)hide(4);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  int sum = at();
  pthread_join(thread, 0);
  return sum == 77;
}
