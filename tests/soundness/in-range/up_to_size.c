// As many elements as there are, and one more.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
  int *numbers = calloc(n, sizeof *numbers);
  int sum = 0;
#ifdef FIXED
  for (unsigned long i = 0; i < n; i++)
#else
  for (unsigned long i = 0; i <= n; i++)
#endif
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  touch(numbers);
  free(numbers);
  return sum;
}

int main(void) { return at(hide(5)) == 77; }
