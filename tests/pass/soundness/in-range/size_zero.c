// The same within bounds.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
  int *numbers = calloc(n, sizeof *numbers);
  int sum = 0;
  unsigned long i = 0;
  do
    sum += numbers[i];
  while (++i < n);
  touch(numbers);
  free(numbers);
  return sum;
}

int main(void) { return at(hide(1)) == 77; }
