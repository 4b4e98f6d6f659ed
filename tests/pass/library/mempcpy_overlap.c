// A copy that returns its end overlaps its source.
//@ flags: -fno-builtin
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(16));
  memcpy(text, "abcdef", 7);
  mempcpy(text + 7, text, hide(7));
  touch(text);
  free(text);
  return 0;
}
