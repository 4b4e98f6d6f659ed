// A counter that goes on after the greatest number of its type: the array ends before.
//@ levels: O2
//@ flags: -fwrapv
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const char *bytes, int from, int to, long most) {
  long sum = 0;
  for (int i = from; i <= to; i++) {
    if (most-- == 0)
      break;
    sum += bytes[i - from]; //~ ERROR heap-buffer-overflow
  }
  return sum;
}

int main(void) {
  char *bytes = hide_pointer(calloc(10, 1));
#ifdef FIXED
  return all(bytes, hide(2147483640), hide(2147483647), hide(10)) != 0;
#else
  return all(bytes, hide(2147483640), hide(2147483647), hide(11)) != 0;
#endif
}
