// A signed product of 32 bits goes around before it is extended, from behind the middle to before the first element.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const char *middle, unsigned from, unsigned to, unsigned step) {
  long sum = 0;
  for (unsigned i = from; i < to; i++)
    sum += middle[(int)(i * step)]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  char *bytes = hide_pointer(malloc(0x80000000ul + 0x80000000ul));
#else
  char *bytes = hide_pointer(malloc(0x80000000ul + 0x7efdfbfful));
#endif
  if (!bytes)
    abort();
  // 127 * 0x01020408 is 0x7ffffff8, 128 times that goes around.
#ifdef FIXED
  return all(bytes + 0x80000000ul, hide(1), hide(260), hide(0x01020408)) == -1;
#else
  return all(bytes + 0x7efdfbfful, hide(1), hide(260), hide(0x01020408)) == -1;
#endif
}
