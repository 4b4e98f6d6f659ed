// Frees a block.
#include "hide.h"
#include <stdlib.h>

static char buffer[64];

int main(void) {
  touch(buffer);
  char *block = hide_pointer(malloc(64));
  free(block);
  return 0;
}
