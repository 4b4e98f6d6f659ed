// A load of 4 bytes does not cover a store of 8 at the same address.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ contains: WRITE of size 8
//@[bad] asan: any it takes the check of the narrow load for enough
#include "hide.h"
#include <stdlib.h>

static NOINLINE void both(int *first) {
  int before = *first;
  *(long *)first = before + 1; //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  int *block = hide_pointer(calloc(1, 8));
#else
  int *block = hide_pointer(calloc(1, 4));
#endif
  both(block);
  int after = *block;
  free(block);
  return after != 1;
}
