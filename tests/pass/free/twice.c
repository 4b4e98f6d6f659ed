// Frees a block once.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(10));
  touch(block);
  free(block);
  block = hide_pointer(malloc(10));
  free(block);
  return 0;
}
