// The source begins before the target and reaches into it, by one byte.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(1, 64));
#ifdef FIXED
  memcpy(bytes + 16, bytes, 16);
#else
  memcpy(bytes + 15, bytes, 16); //~ ERROR memcpy-param-overlap
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
