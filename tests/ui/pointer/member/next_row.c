// The last member of a row overflows into the next row: rows stand in an array, so the member is no longer than its type.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct row {
  short id;
  char cells[6];
};

struct table {
  long count;
  struct row rows[4];
};

NOINLINE static void set(struct table *table, int row, int cell) {
  table->rows[row].cells[cell] = 1; //~ ERROR sub-object-overflow
}

int main(void) {
  struct table table = {0};
#ifdef FIXED
  set(&table, 1, 5);
#else
  set(&table, 1, 6);
#endif
  return table.rows[2].cells[0];
}
