// Each byte is in range, eight of them are not.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ kills-mutants: in-range/width
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  char *bytes = (char *)numbers;
  if (n >= 0 && n < 32) {
    int sum = bytes[n];
    touch(bytes);
    return sum + *(long *)(bytes + n); //~ ERROR stack-buffer-overflow
  }
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(24)) == 77; }
#else
int main(void) { return at(hide(25)) == 77; }
#endif
