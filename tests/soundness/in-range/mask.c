// The mask is as large as the array, and so is the result.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  return numbers[n & 8]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(8)) == 77; }
#endif
