// Reads within the block.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(100, 1);
  touch(bytes);
  printf("%d\n", bytes[hide(99)]);
  free(bytes);
  return 0;
}
