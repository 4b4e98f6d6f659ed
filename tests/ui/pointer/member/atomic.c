// An atomic addition to the counter behind an array of counters.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdatomic.h>

struct statistics {
  atomic_int counters[4];
  atomic_int total;
  int pad;
};

NOINLINE static void count(struct statistics *statistics, int which) {
  atomic_fetch_add(&statistics->counters[which], 1); //~ ERROR sub-object-overflow
}

int main(void) {
  static struct statistics statistics;
#ifdef FIXED
  count(&statistics, 3);
#else
  count(&statistics, 4);
#endif
  return statistics.total;
}
