// A volatile number that was in range is read again.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  volatile long index = n;
  if (index >= 0 && index < 8) {
    index = index + 5;
    return numbers[index]; //~ ERROR stack-buffer-overflow
  }
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(2)) == 77; }
#else
int main(void) { return at(hide(4)) == 77; }
#endif
