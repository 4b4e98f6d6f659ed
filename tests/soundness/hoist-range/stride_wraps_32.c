// A product of 32 bits goes around, by way of its greatest number, for which the array has no room.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const char *bytes, unsigned count, unsigned step) {
  long sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += bytes[i * step]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  char *bytes = hide_pointer(malloc(0x100000000));
#else
  char *bytes = hide_pointer(malloc(0xffffffff));
#endif
  if (!bytes)
    abort();
  // 255 * 0x01010101 is 0xffffffff.
  return all(bytes, hide(300), hide(0x01010101)) == -1;
}
