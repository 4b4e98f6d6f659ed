// The same error is found where checks come after optimisation.
//@ flags: -fsanecc-mode=pointer -fno-sanecc-strict
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct table {
  int count;
  int values[4];
  int sum;
};

NOINLINE static void set(struct table *table, int at) {
  table->values[at] = 1; //~ ERROR sub-object-overflow
}

int main(void) {
  struct table table = {0};
#ifdef FIXED
  set(&table, 3);
#else
  set(&table, 4);
#endif
  return table.sum;
}
