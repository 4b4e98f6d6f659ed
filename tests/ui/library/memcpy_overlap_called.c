// Ranges of a called memcpy overlap.
//@ only: hosted fewer functions of the library are checked on boards
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(1, 64));
#ifdef FIXED
  memcpy(bytes + 8, bytes, hide(8));
#else
  memcpy(bytes + 4, bytes, hide(8)); //~ ERROR memcpy-param-overlap
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
