// One of two pointers is null, and is the one that is used.
//@ levels: O2
//@ kills-mutants: in-range/mask-cuts
#include "hide.h"
#include <stdlib.h>

static NOINLINE int at(long which, long index) {
  int *numbers = calloc(8, sizeof(int));
  if (!numbers)
    return 0;
  numbers[index & 7] = 5;
  touch(&index);
  int *chosen = which ? numbers : 0;
  if (which > 1)
    chosen[1] = 3;
  int found = chosen[index & 7]; //~ ERROR SEGV
  free(numbers);
  return found;
}

#ifdef FIXED
int main(void) { return at(hide(1), hide(2)) == 77; }
#else
int main(void) { return at(hide(0), hide(2)) == 77; }
#endif
