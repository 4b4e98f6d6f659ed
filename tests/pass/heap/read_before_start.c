// Reads the first byte of a heap block.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(10, 1);
  touch(bytes);
  printf("%d\n", bytes[hide(0)]);
  free(bytes);
  return 0;
}
