// In range of a chunk that was freed between.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
  int *numbers = calloc(n, sizeof *numbers);
  int sum = 0;
  for (unsigned long i = 0; i < n; i++)
    sum += numbers[i];
  touch(numbers);
#ifdef FIXED
  for (unsigned long i = 0; i < n; i++)
    sum += numbers[i];
  free(numbers);
#else
  if (sum == 0)
    free(numbers);
  for (unsigned long i = 0; i < n; i++)
    sum += numbers[i]; //~ ERROR heap-use-after-free
#endif
  return sum;
}

int main(void) { return at(hide(5)) == 77; }
