// The parts of the sum have a bit in common, or not.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  long index = (n & 6) | (n & 12);
  return numbers[index]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(6)) == 77; }
#else
int main(void) { return at(hide(12)) == 77; }
#endif
