// One byte, then eight bytes, through one pointer.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(8));
  touch(block);
  int narrow = *(volatile char *)block;
  long wide = *(volatile long *)block;
  printf("%d %ld\n", narrow & 0, wide & 0);
  free(block);
  return 0;
}
