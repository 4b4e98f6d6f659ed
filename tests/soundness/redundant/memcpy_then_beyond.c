// A memcpy has checked 16 bytes, not 17.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE int copy(char *to, const char *from) {
  memcpy(to, from, 16);
  touch(to);
  return to[16]; //~ ERROR heap-buffer-overflow
}

int main(void) {
  char from[16] = {0};
  touch(from);
#ifdef FIXED
  char *to = hide_pointer(calloc(17, 1));
#else
  char *to = hide_pointer(calloc(16, 1));
#endif
  int last = copy(to, from);
  free(to);
  return last;
}
