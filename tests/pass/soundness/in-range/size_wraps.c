// The same within bounds.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
  int *numbers = malloc((unsigned)n * 4u);
  int sum = 0;
  touch(numbers);
  for (unsigned i = 0; i < (unsigned)n; i++)
    sum += numbers[i];
  touch(numbers);
  free(numbers);
  return sum;
}

int main(void) { return at(hide(2)) == 77; }
