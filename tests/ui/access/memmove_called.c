// With -fno-builtin, block operations are plain calls.
//@ flags: -fno-builtin
//@ contains: WRITE of size 9
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char from[16] = "0123456789";
  char *to = hide_pointer(malloc(8));
#ifdef FIXED
  memmove(to, from, hide(8));
#else
  memmove(to, from, hide(9)); //~ ERROR heap-buffer-overflow
#endif
  touch(to);
  free(to);
  return 0;
}
