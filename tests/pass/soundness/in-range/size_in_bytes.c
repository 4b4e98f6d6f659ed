// The same within bounds.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
  int *numbers = calloc(n, 4);
  int sum = 0;
  for (unsigned long i = 0; i < n; i++)
    sum += numbers[i];
  touch(numbers);
  free(numbers);
  return sum;
}

int main(void) { return at(hide(6)) == 77; }
