// A string is copied over its own end by a function that returns it.
//@ flags: -fno-builtin
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(16));
  memcpy(text, "abcdef", 7);
  stpcpy(text + 7, text);
  touch(text);
  free(text);
  return 0;
}
