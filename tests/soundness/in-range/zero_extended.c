// Below the limit with its sign, and used without.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  unsigned index = n - 1;
  if ((int)index < 8)
    return numbers[index]; //~ ERROR stack-buffer-overflow
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(1)) == 77; }
#else
int main(void) { return at(hide(0)) == 77; }
#endif
