// A product of 16 bits goes around, by way of its greatest number, for which the array has no room.
//@ levels: O2
//@ kills-mutants: affine/table-end
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const char *bytes, unsigned count, unsigned step) {
  long sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += bytes[(unsigned short)(i * step)]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  char *bytes = hide_pointer(calloc(65536, 1));
#else
  char *bytes = hide_pointer(calloc(65535, 1));
#endif
  // 255 * 257 is 65535.
  return all(bytes, hide(300), hide(257)) != 0;
}
