// The source begins before the target and reaches into it, by one byte.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(1, 64));
  memcpy(bytes + 15, bytes, 16); //~ ERROR memcpy-param-overlap
  touch(bytes);
  free(bytes);
  return 0;
}
