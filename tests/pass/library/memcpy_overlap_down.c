// The source begins before the target and reaches into it, by one byte.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(1, 64));
  memcpy(bytes + 16, bytes, 16);
  touch(bytes);
  free(bytes);
  return 0;
}
