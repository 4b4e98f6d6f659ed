// The address of a function that fortified headers declare to be inlined always.
//@ only: hosted fewer functions of the library are checked on boards
//@ flags: -O2 -D_FORTIFY_SOURCE=2
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static char *(*volatile copy)(char *, const char *) = strcpy;

int main(void) {
#ifdef FIXED
  char *text = hide_pointer(malloc(5));
#else
  char *text = hide_pointer(malloc(4));
#endif
  copy(text, hide_pointer("1234")); //~ ERROR heap-buffer-overflow
  touch(text);
  free(text);
  return 0;
}
