// A variable keeps the address of an element, and another one that of a later element.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct table {
  long before;
  short cells[8];
  long after;
};

NOINLINE static int get(struct table *table, int from, int at) {
  short *cell = &table->cells[from];
  short *other = cell + at;
  return other[1]; //~ ERROR sub-object-overflow
}

int main(void) {
  struct table table = {0};
#ifdef FIXED
  return get(&table, 3, 3);
#else
  return get(&table, 3, 4);
#endif
}
