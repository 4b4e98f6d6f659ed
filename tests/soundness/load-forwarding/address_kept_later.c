// The address of the limit gets away in the loop, after it was compared.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
#include "hide.h"

static int *kept;

static NOINLINE void change(void) {
  if (kept)
#ifdef FIXED
    *kept = 8;
#else
    *kept = 12;
#endif
}

static NOINLINE int at(int start) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  int limit = start;
  if (limit > 8)
    return 0;
  for (int i = 0; i < limit; i++) {
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
    change();
    if (i == 2)
      kept = &limit;
  }
  kept = 0;
  return sum;
}

int main(void) { return at((int)hide(4)) == 77; }
