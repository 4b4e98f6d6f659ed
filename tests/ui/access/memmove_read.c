// A memmove reads before its chunk.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(50, 1));
#ifdef FIXED
  memmove(bytes + 10, bytes - hide(0), hide(20));
#else
  memmove(bytes + 10, bytes - hide(1), hide(20)); //~ ERROR heap-buffer-overflow
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
