// A sum in memory that LLVM keeps in a register while the loop runs.
//@[bad] levels: O0 O1 O2 O3
//@[bad] contains: READ of size 8
#include "hide.h"
#include <stdlib.h>

static NOINLINE void add_up(long long *sum, const int *from, int n) {
  for (int i = 0; i < n; i++)
    *sum += from[i]; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *from = calloc(4, sizeof *from);
  long long *sums = calloc(4, sizeof *sums);
  if (!from || !sums)
    return 1;
  touch(from);
  touch(sums);
#ifdef FIXED
  add_up(sums + hide(3), from, hide(4));
#else
  add_up(sums + hide(4), from, hide(4));
#endif
  free(from);
  free(sums);
  return 0;
}
