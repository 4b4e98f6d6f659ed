// A row of a matrix that is not there; the correct program has no columns there, so it never looks for the row.
//@[bad] levels: O0 O1 O2 O3
#include "hide.h"
#include <stdlib.h>

struct matrix {
  int columns;
  int **rows;
};

static NOINLINE int sum_row(const struct matrix *m, int row) {
  int sum = 0;
  for (int i = 0; i < m->columns; i++)
    sum += m->rows[row][i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  struct matrix m = {3, malloc(2 * sizeof *m.rows)};
  if (!m.rows)
    return 1;
  for (int i = 0; i < 2; i++)
    if (!(m.rows[i] = calloc(3, sizeof **m.rows)))
      return 1;
  touch(&m);
  int sum = sum_row(&m, (int)hide(1));
#ifdef FIXED
  m.columns = (int)hide(0);
#endif
  sum += sum_row(&m, (int)hide(2));
  for (int i = 0; i < 2; i++)
    free(m.rows[i]);
  free(m.rows);
  return sum;
}
