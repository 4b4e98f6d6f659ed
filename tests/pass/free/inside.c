// Frees the start of a block.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(64));
  free(block + hide(0));
  return 0;
}
