// A sum in an array of globals that LLVM keeps in a register while the loop runs.
//@[bad] levels: O0 O1 O2 O3
//@[bad] contains: READ of size 8
#include "hide.h"

static long long sums[4];

static NOINLINE void add_up(int which, const int *from, int n) {
  for (int i = 0; i < n; i++)
    sums[which] += from[i]; //~ ERROR global-buffer-overflow
}

int main(void) {
  int from[4] = {1, 2, 3, 4};
  touch(from);
#ifdef FIXED
  add_up(hide(3), from, hide(4));
  add_up(hide(4), from, hide(0));
#else
  add_up(hide(4), from, hide(4));
#endif
  touch(sums);
  return 0;
}
