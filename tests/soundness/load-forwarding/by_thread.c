// Another thread has got the struct, and changes the length between two looks at it.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range -pthread
//@ kills-mutants: load-forwarding/shared
#include "hide.h"
#include <pthread.h>

struct row {
  int other;
  int count;
};

static int turn;

static void *work(void *row) {
  while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != 1)
    ;
#ifdef FIXED
  ((struct row *)row)->other = 12;
#else
  ((struct row *)row)->count = 12;
#endif
  __atomic_store_n(&turn, 2, __ATOMIC_RELEASE);
  return 0;
}

static NOINLINE void look(struct row *row) {
  hide(row->count);
  __atomic_store_n(&turn, 1, __ATOMIC_RELEASE);
  while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != 2)
    ;
}

int main(void) {
  volatile int numbers[8] = {0};
  struct row row = {0, (int)hide(4)};
  pthread_t thread;
  pthread_create(&thread, 0, work, &row);
  int sum = 0;
  if (row.count > 8)
    return 0;
  look(&row);
  for (int i = 0; i < row.count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  pthread_join(thread, 0);
  return sum == 77;
}
