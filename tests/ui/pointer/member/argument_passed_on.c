// An array is passed on by a function that does not touch it.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdlib.h>

struct matrix {
  double row[4];
  double scale;
};

NOINLINE static void set(double *row, long at, double value) {
  row[at] = value; //~ ERROR sub-object-overflow
}

NOINLINE static void clear(double *row, long count) {
  for (long i = 0; i < count; i++)
    set(row, i, 0);
}

int main(void) {
  struct matrix *matrix = malloc(sizeof *matrix);
  matrix->scale = 2;
#ifdef FIXED
  clear(matrix->row, 4);
#else
  clear(matrix->row, 5);
#endif
  double scale = matrix->scale;
  free(matrix);
  return scale != 2;
}
