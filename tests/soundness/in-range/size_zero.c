// An allocation of nothing has no first element.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
  int *numbers = calloc(n, sizeof *numbers);
  int sum = 0;
  unsigned long i = 0;
  do
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  while (++i < n);
  touch(numbers);
  free(numbers);
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(1)) == 77; }
#else
int main(void) { return at(hide(0)) == 77; }
#endif
