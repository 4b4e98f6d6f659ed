// Reads the byte before a heap chunk.
//@ contains: READ of size 1
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(10, 1);
  touch(bytes);
#ifdef FIXED
  printf("%d\n", bytes[hide(0)]);
#else
  printf("%d\n", bytes[hide(-1)]); //~ ERROR heap-buffer-overflow
#endif
  free(bytes);
  return 0;
}
