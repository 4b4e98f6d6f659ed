// A memcpy of constant size writes too far.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char from[8] = {0};
  touch(from);
#ifdef FIXED
  char *to = hide_pointer(malloc(8));
#else
  char *to = hide_pointer(malloc(7));
#endif
  memcpy(to, from, 8); //~ ERROR heap-buffer-overflow
  touch(to);
  free(to);
  return 0;
}
