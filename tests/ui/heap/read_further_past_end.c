// Reads 12 bytes behind the end, still in the redzone.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(100, 1);
  touch(bytes);
#ifdef FIXED
  printf("%d\n", bytes[hide(99)]);
#else
  printf("%d\n", bytes[hide(112)]); //~ ERROR heap-buffer-overflow
#endif
  free(bytes);
  return 0;
}
