// The size wraps in 64 bits, the number of elements does not.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
  int *numbers = malloc(n * 4);
  int sum = 0;
  touch(numbers);
  for (unsigned long i = 0; i < n; i++)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  touch(numbers);
  free(numbers);
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(2)) == 77; }
#else
int main(void) { return at(hide(0x4000000000000002)) == 77; }
#endif
