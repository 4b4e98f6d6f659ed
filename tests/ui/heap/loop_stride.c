// A strided loop steps over the end.
#include "hide.h"
#include <stdlib.h>

static NOINLINE void mark(char *bytes, long limit, long stride) {
  for (long i = 0; i < limit; i += stride)
    bytes[i] ^= 1; //~ ERROR heap-buffer-overflow
}

int main(void) {
  char *bytes = calloc(92, 1);
#ifdef FIXED
  mark(bytes, hide(92), hide(7)); // 91 is the last good one, then 98
  mark(bytes, hide(92), hide(7));
#else
  mark(bytes, hide(95), hide(7)); // 91 is the last good one, then 98
  mark(bytes, hide(99), hide(7));
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
