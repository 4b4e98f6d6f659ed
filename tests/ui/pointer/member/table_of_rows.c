// An element of an array of structures is passed, and the array in it.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdlib.h>

struct table {
  struct row {
    int id;
    char cells[12];
    int sum;
  } rows[3];
  int count;
};

NOINLINE static void mark(char *cells, long at) {
  cells[at] = 1; //~ ERROR sub-object-overflow
}

NOINLINE static void mark_row(struct row *row, long at) { mark(row->cells, at); }

int main(void) {
  struct table *table = calloc(1, sizeof *table);
#ifdef FIXED
  mark_row(&table->rows[1], hide(11));
#else
  mark_row(&table->rows[1], hide(12));
#endif
  int next = table->rows[2].id;
  free(table);
  return next;
}
