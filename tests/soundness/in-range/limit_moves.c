// What the loop counts up to changes in the loop.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  if (n > 8)
    return 0;
  for (long i = 0; i < n; i++) {
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
#ifdef FIXED
    n = hide(8);
#else
    n = hide(12);
#endif
  }
  return sum;
}

int main(void) { return at(hide(4)) == 77; }
