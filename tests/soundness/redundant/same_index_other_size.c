// The same index into arrays of other element types is another place.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ contains: READ of size 8
#include "hide.h"
#include <stdlib.h>

static NOINLINE long both(const void *block, long index) {
  long sum = ((const int *)block)[index];
  return sum + ((const long *)block)[index]; //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  void *block = hide_pointer(calloc(10, 8));
#else
  void *block = hide_pointer(calloc(6, 8));
#endif
  long sum = both(block, hide(9));
  free(block);
  return sum;
}
