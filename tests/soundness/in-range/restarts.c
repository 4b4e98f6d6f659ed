// An inner loop goes on where the outer one is.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  for (long i = 0; i < 8; i++)
    for (long j = i; j < i + n; j++)
      sum += numbers[j]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(1)) == 77; }
#else
int main(void) { return at(hide(2)) == 77; }
#endif
