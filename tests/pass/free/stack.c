// Frees a block.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char local[40];
  touch(local);
  char *block = hide_pointer(malloc(40));
  free(block);
  touch(local);
  return 0;
}
