// The narrow check dominates the wide access, but is too narrow.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@[bad] asan: any at some levels it takes the check of the narrow load for enough
#include "hide.h"
#include <stdlib.h>

static NOINLINE long both(char *first, long wide) {
  long sum = *first;
  if (wide)
    sum += *(long *)first; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  char *block = hide_pointer(calloc(8, 1));
#else
  char *block = hide_pointer(calloc(4, 1));
#endif
  long sum = both(block, hide(0)) + both(block, hide(1));
  free(block);
  return sum;
}
