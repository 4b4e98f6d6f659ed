// The pointer is what a function returned.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: the pointer comes from here:
//@ contains: int *found = row(2);
#include "hide.h"
#include <stdlib.h>

static int *all[8];

NOINLINE static int *row(int number) { return all[number]; }

int main(void) {
  for (int i = 0; i < 8; i++) {
    all[i] = malloc(25 * sizeof(int));
    all[i][0] = i;
  }
  long rows = hide((char *)all[5] - (char *)all[2]) / (long)sizeof(int);
#ifdef FIXED
  rows = 0;
#endif
  int *found = row(2);
  return found[rows + 1] == 77; //~ ERROR cross-object-access
}
