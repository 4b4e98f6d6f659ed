// The last member of a row overflows into the next row: rows stand in an array, so the member is no longer than its type.
#include "hide.h"
#include <stdlib.h>

struct row {
  short id;
  char cells[6];
};

struct table {
  long count;
  struct row rows[4];
};

int main(void) {
  struct table *table = calloc(1, sizeof *table);
  char *cells = table->rows[hide(1)].cells;
#ifdef FIXED
  cells[5] = 1;
#else
  cells[6] = 1; //~ ERROR sub-object-overflow
#endif
  free(table);
  return 0;
}
