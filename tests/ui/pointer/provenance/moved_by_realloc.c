// The pointer was moved by realloc, with the array that it lies in.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>

int main(void) {
  long **rows = malloc(2 * sizeof *rows);
  rows[0] = calloc(10, sizeof **rows);
  rows[1] = calloc(10, sizeof **rows);
  rows = realloc(rows, hide(100) * sizeof *rows);
  long index = hide((char *)rows[1] - (char *)rows[0]) / (long)sizeof **rows;
#ifdef FIXED
  index = 9;
#endif
  return rows[0][index] == 5; //~ ERROR cross-object-access
}
