// A shift that keeps the sign.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  return numbers[n >> 61]; //~ ERROR stack-buffer-underflow
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(-1)) == 77; }
#endif
