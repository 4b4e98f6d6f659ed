// What no input decides is not checked, and is no check of what one does.
//@ levels: O2
//@ flags: -fsanecc-taint -fno-sanecc-strict
//@ kills-mutants: redundant/unchecked
#include "hide.h"
#include <stdlib.h>

static int *all[4];

static NOINLINE void fill(void) {
  for (int i = 0; i < 4; i++)
#ifdef FIXED
    all[i] = malloc(4 * 5);
#else
    all[i] = malloc(4 * 4);
#endif
}

static NOINLINE int at(int count, int **all) {
  int *from = all[0], *other = all[1], last = 2;
  from[4] = 1, *other = 2, last = count == 1 ? from[4] : 3; //~ ERROR global-buffer-overflow
  return last;
}

int main(int count, char **words) {
  fill();
  return at(count, all) == 77;
}
