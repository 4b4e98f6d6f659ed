// The levels that other programs leave out.
//@ levels: O3 Os Oz
#include "hide.h"

static NOINLINE int sum(long count) {
  int numbers[24];
  for (int i = 0; i < 24; i++)
    numbers[i] = hide(i);
  int total = 0;
  for (long i = 0; i < count; i++)
    total += numbers[i] * 2; //~ ERROR stack-buffer-overflow
  return total;
}

#ifdef FIXED
int main(void) { return sum(hide(24)) == 1; }
#else
int main(void) { return sum(hide(25)) == 1; }
#endif
