// The first block that the program has of its size.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(calloc(5, 1));
  printf("%d\n", block[hide(0)]);
  free(block);
  return 0;
}
