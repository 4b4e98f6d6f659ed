// Rounds towards zero, and is as large as the array.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  if (n >= 0 && n <= 64)
    return numbers[n / 8]; //~ ERROR stack-buffer-overflow
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(63)) == 77; }
#else
int main(void) { return at(hide(64)) == 77; }
#endif
