// A narrow counter begins anew, and what is counted with it does not.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  long i = 0;
  for (unsigned char low = n; low != 4; low++)
    sum += numbers[i++]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(254)) == 77; }
#else
int main(void) { return at(hide(250)) == 77; }
#endif
