// The check before, which inlining brings together with that of eight bytes, is of four.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O1 O2 O3
#include "hide.h"
#include <stdlib.h>

static int half(const int *number) { INLINED_LATE; return *number; }
static long whole(const long *number) { INLINED_LATE; return *number; } //~ ERROR heap-buffer-overflow

int main(void) {
#ifdef FIXED
  void *number = hide_pointer(calloc(1, hide(8)));
#else
  void *number = hide_pointer(calloc(1, hide(4)));
#endif
  return half(number) + (int)whole(number);
}
