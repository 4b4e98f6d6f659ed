// A text is longer than the array in an element of an array of structures, and goes on in the next one.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

struct table {
  struct {
    char key[8];
    char value[8];
  } rows[4];
  int count;
};

NOINLINE static void put(struct table *table, int row, const char *value) {
  snprintf(table->rows[row].value, 16, "%s", value); //~ ERROR sub-object-overflow
}

int main(void) {
  struct table *table = calloc(1, sizeof *table);
#ifdef FIXED
  put(table, 1, "seven");
#else
  put(table, 1, "too long");
#endif
  int first = table->rows[2].key[0];
  free(table);
  return first;
}
