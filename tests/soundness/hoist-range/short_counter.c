// A counter of 16 bits and a sign that wraps around, as it does with -fwrapv, leads before the array.
//@ levels: O2
//@ flags: -fwrapv
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const char *middle, short from, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += middle[(short)(from + i)]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  char *numbers = hide_pointer(calloc(65536, 1));
#ifdef FIXED
  return all(numbers + 32768, hide(32760), hide(100)) != 0;
#else
  return all(numbers + 32767, hide(32760), hide(100)) != 0;
#endif
}
