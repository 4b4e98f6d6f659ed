// All of a large block.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(calloc(500000, 1));
  printf("%d\n", block[hide(0)]);
  printf("%d\n", block[hide(499999)]);
  free(block);
  return 0;
}
