// Equal to a number that is out of range.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
#ifdef FIXED
  long other = hide(7);
#else
  long other = hide(8);
#endif
  if (n == other)
    return numbers[n]; //~ ERROR stack-buffer-overflow
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(8)) == 77; }
#endif
