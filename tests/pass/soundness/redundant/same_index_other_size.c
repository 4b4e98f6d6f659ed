// The same index into arrays of other element types.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long both(const void *block, long index) {
  long sum = ((const int *)block)[index];
  return sum + ((const long *)block)[index];
}

int main(void) {
  void *block = hide_pointer(calloc(10, 8));
  long sum = both(block, hide(9));
  free(block);
  return sum;
}
