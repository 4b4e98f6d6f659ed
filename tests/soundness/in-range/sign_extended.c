// Below the limit, and negative in its own width.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  signed char index = n;
  if (index < 8)
    return numbers[index]; //~ ERROR stack-buffer-underflow
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(255)) == 77; }
#endif
