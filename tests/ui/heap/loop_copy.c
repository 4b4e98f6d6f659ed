// A loop that becomes a memcpy reads too far.
#include "hide.h"
#include <stdlib.h>

static NOINLINE void copy(char *restrict to, const char *restrict from, long count) {
  for (long i = 0; i < count; i++)
    to[i] = from[i]; //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  char *from = calloc(60, 1);
#else
  char *from = calloc(50, 1);
#endif
  char *to = calloc(60, 1);
  touch(from);
  copy(to, from, hide(60));
  touch(to);
  free(from);
  free(to);
  return 0;
}
