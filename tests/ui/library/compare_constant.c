// A comparison of a fixed size that becomes two loads.
//@ contains: READ of size 8
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(1, 8));
#ifdef FIXED
  int equal = memcmp(bytes, "abcdefgh", 8) == 0;
#else
  int equal = memcmp(bytes + 1, "abcdefgh", 8) == 0; //~ ERROR heap-buffer-overflow
#endif
  free(bytes);
  return equal ? 0 : hide(0);
}
