// The last row is longer than the others.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int at(unsigned long n) {
  unsigned long height = hide(3);
  char *numbers = calloc(height, n);
  int sum = 0;
  for (unsigned long y = 0; y < height; y++)
#ifdef FIXED
    for (unsigned long x = 0; x < n; x++)
#else
    for (unsigned long x = 0; x <= n; x++)
#endif
      sum += numbers[y * n + x]; //~ ERROR heap-buffer-overflow
  free(numbers);
  return sum;
}

int main(void) { return at(hide(5)) == 77; }
