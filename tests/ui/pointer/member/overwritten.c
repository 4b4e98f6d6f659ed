// What is stored behind an array is overwritten at once.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct table {
  int values[4];
  int sum;
};

NOINLINE static void put(struct table *table, int at) {
  table->values[at] = 1; //~ ERROR sub-object-overflow
  table->values[0] = 0;
  table->sum = 2;
}

int main(void) {
  struct table table = {0};
#ifdef FIXED
  put(&table, 3);
#else
  put(&table, 4);
#endif
  return table.sum - 2;
}
