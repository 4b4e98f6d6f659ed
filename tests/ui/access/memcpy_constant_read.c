// A memcpy of constant size reads too far.
//@ contains: READ of size 40
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char to[40];
#ifdef FIXED
  char *from = hide_pointer(calloc(40, 1));
#else
  char *from = hide_pointer(calloc(39, 1));
#endif
  memcpy(to, from, 40); //~ ERROR heap-buffer-overflow
  touch(to);
  free(from);
  return 0;
}
