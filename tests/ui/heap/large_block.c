// Behind a block that is mapped on its own.
//@ contains: 3000001-byte region
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = malloc(3000001);
  bytes[0] = 1;
  bytes = hide_pointer(bytes);
  bytes[hide(3000001)] = 1; //~ ERROR heap-buffer-overflow
  touch(bytes);
  free(bytes);
  return 0;
}
