// A column leads from one row of a matrix to another row, which was allocated by itself.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>

struct matrix {
  double **rows;
  int height, width;
};

NOINLINE static void set(struct matrix *matrix, int row, long column, double value) {
  matrix->rows[row][column] = value; //~ ERROR cross-object-access
}

int main(void) {
  struct matrix matrix = {malloc(4 * sizeof(double *)), 4, 30};
  for (int row = 0; row < 4; row++)
    matrix.rows[row] = calloc(30, sizeof(double));
  long column = hide((double *)hide_pointer(matrix.rows[2]) - (double *)hide_pointer(matrix.rows[1])) + 3;
#ifdef FIXED
  column = hide(29);
#endif
  set(&matrix, 1, column, 2.5);
  double sum = matrix.rows[2][3];
  for (int row = 0; row < 4; row++)
    free(matrix.rows[row]);
  free(matrix.rows);
  return sum != 0;
}
