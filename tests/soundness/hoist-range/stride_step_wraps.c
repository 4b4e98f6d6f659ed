// A step leads beyond the numbers of the counter, which goes on below: before the array.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const char *middle, signed char first, signed char end, signed char step) {
  long sum = 0, left = 40;
  for (signed char i = first; i < end; i += step) {
    sum += middle[i]; //~ ERROR heap-buffer-overflow
    if (--left == 0)
      exit(0);
  }
  return sum;
}

int main(void) {
#ifdef FIXED
  char *bytes = hide_pointer(calloc(128 + 128, 1));
  // 0, 8, ... 120, and 128, which is -128.
  return all(bytes + 128, hide(0), hide(121), hide(8)) != 0;
#else
  char *bytes = hide_pointer(calloc(128 + 127, 1));
  // 0, 8, ... 120, and 128, which is -128.
  return all(bytes + 127, hide(0), hide(121), hide(8)) != 0;
#endif
}
