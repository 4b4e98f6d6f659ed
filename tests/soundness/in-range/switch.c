// The default of a switch says what the number is not.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  switch (n) {
  case 8:
  case -1:
    return 0;
  default:
    return numbers[n]; //~ ERROR stack-buffer-overflow
  }
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(9)) == 77; }
#endif
