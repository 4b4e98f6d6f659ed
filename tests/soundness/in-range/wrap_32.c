// The sum is small because it wrapped, the index is not.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  unsigned index = n;
  if (index + 4 < 8)
    return numbers[(int)index]; //~ ERROR stack-buffer-underflow
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(3)) == 77; }
#else
int main(void) { return at(hide(-3)) == 77; }
#endif
