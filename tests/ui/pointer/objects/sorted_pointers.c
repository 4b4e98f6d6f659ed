// Pointers are exchanged in an array of them, and one of them is then followed too far.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>

struct row {
  int *cells;
  int weight;
};

NOINLINE static void sort(struct row *rows, int count) {
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && rows[j - 1].weight > rows[j].weight; j--) {
      struct row row = rows[j];
      rows[j] = rows[j - 1];
      rows[j - 1] = row;
    }
}

NOINLINE static int cell(struct row *rows, int row, long column) {
  return rows[row].cells[column]; //~ ERROR cross-object-access
}

int main(void) {
  struct row rows[3];
  for (int i = 0; i < 3; i++)
    rows[i] = (struct row){calloc(20, sizeof(int)), 10 - i};
  sort(rows, 3);
  long column = (int *)hide_pointer(rows[2].cells) - (int *)hide_pointer(rows[0].cells);
#ifdef FIXED
  column = hide(19);
#endif
  int found = cell(rows, 0, column);
  for (int i = 0; i < 3; i++)
    free(rows[i].cells);
  return found;
}
