// The product is below the limit because it wrapped.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  int index = (unsigned)n * 2;
  if (n >= 0 && index < 8)
    return numbers[index]; //~ ERROR stack-buffer-underflow
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(3)) == 77; }
#else
int main(void) { return at(hide(0x7fffffff)) == 77; }
#endif
