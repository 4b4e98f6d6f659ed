// A product of 16 bits goes around, and the array has room for its greatest number.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const char *bytes, unsigned count, unsigned step) {
  long sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += bytes[(unsigned short)(i * step)];
  return sum;
}

int main(void) {
  char *bytes = hide_pointer(calloc(65536, 1));
  // 255 * 257 is 65535.
  return all(bytes, hide(300), hide(257)) != 0;
}
