// The size wraps in 32 bits, the number of elements does not.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
  int *numbers = malloc((unsigned)n * 4u);
  int sum = 0;
  touch(numbers);
  for (unsigned i = 0; i < (unsigned)n; i++)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  touch(numbers);
  free(numbers);
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(2)) == 77; }
#else
int main(void) { return at(hide(0x40000002)) == 77; }
#endif
