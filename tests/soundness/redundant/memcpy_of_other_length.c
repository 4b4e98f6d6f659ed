// The second memcpy at the same address is longer.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE void copy(char *to, const char *from, long shorter, long longer) {
  memcpy(to, from, shorter);
  touch(to);
  memcpy(to, from, longer); //~ ERROR heap-buffer-overflow
  touch(to);
}

int main(void) {
  static char from[40];
#ifdef FIXED
  char *to = hide_pointer(calloc(32, 1));
#else
  char *to = hide_pointer(calloc(24, 1));
#endif
  copy(to, from, hide(24), hide(32));
  free(to);
  return 0;
}
