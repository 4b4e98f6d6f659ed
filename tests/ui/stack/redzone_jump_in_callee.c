// The index jumps over the redzone into another local, in functions that were given the array.
//@ contains: local
//@[bad] asan: any the neighbour that is hit is a good object
#include "hide.h"

static void put(char *bytes, long index) {
  bytes[index] = 1; //~ ERROR stack-buffer-overflow
}

int main(void) {
  char large[4000], small[16], other[4000];
  touch(large);
  touch(small);
  touch(other);
  put(small, hide(15));
#ifndef FIXED
  put(small, hide(2000));
#endif
  touch(small);
  return 0;
}
