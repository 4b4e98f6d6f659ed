// Block operations of no bytes touch nothing, wherever they point.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *block = malloc(24);
  touch(block);
  memcpy(hide_pointer(block + 24), hide_pointer(block - 1), hide(0));
  memmove(hide_pointer(block + 24), hide_pointer(block), hide(0));
  memset(hide_pointer(block + 24), 1, hide(0));
  free(block);
  return 0;
}
