// A copy that returns its end overlaps its source.
//@ flags: -fno-builtin
//@ asan: silent mempcpy is not intercepted
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(16));
  memcpy(text, "abcdef", 7);
#ifdef FIXED
  mempcpy(text + 7, text, hide(7));
#else
  mempcpy(text + 6, text, hide(7)); //~ ERROR mempcpy-param-overlap
#endif
  touch(text);
  free(text);
  return 0;
}
