// The comparison holds on one of the ways only.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  if (n >= 0 && n < 8)
    touch(numbers);
  return numbers[n]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(8)) == 77; }
#endif
