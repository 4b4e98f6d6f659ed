// A chunk's size in bytes wraps, so it is smaller than the number of elements says.
//@ levels: O1 O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int fill(unsigned n) {
  volatile int *numbers = malloc(n * 4);
  if (!numbers) return 0;
  for (unsigned i = 0; i < n; i++) numbers[i] = i; //~ ERROR heap-buffer-overflow
  int last = numbers[n - 1];
  free((void *)numbers);
  return last;
}

#ifdef FIXED
int main(void) { return fill(hide(16)) == 77; }
#else
int main(void) { return fill(hide(0x40000001)) == 77; }
#endif
