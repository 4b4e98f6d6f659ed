// The block was made large enough and keeps its content.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(10, 1);
  bytes[9] = 4;
  bytes = hide_pointer(realloc(bytes, hide(1001)));
  if (bytes[9] != 4)
    return 2;
  bytes[hide(1000)] = 1;
  touch(bytes);
  free(bytes);
  return 0;
}
