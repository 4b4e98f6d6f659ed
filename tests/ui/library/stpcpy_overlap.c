// A string is copied over its own end by a function that returns it.
//@ flags: -fno-builtin
//@ asan: silent only strcpy is compared with its source
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(16));
  memcpy(text, "abcdef", 7);
#ifdef FIXED
  stpcpy(text + 7, text);
#else
  stpcpy(text + 6, text); //~ ERROR stpcpy-param-overlap
#endif
  touch(text);
  free(text);
  return 0;
}
