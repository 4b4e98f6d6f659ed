// As many elements as there are bytes.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
#ifdef FIXED
  int *numbers = calloc(n, 4);
#else
  int *numbers = calloc(n, 1);
#endif
  int sum = 0;
  for (unsigned long i = 0; i < n; i++)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  touch(numbers);
  free(numbers);
  return sum;
}

int main(void) { return at(hide(6)) == 77; }
