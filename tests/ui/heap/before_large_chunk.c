// More than a page before a large chunk, where other mappings would be.
//@ only: hosted memory between the chunks of a board may be anybody's
//@ contains: 6000 bytes before 500000-byte region
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(calloc(500000, 1));
#ifdef FIXED
  printf("%d\n", block[hide(0)]);
  printf("%d\n", block[hide(499999)]);
#else
  printf("%d\n", block[hide(-6000)]); //~ ERROR heap-buffer-overflow
#endif
  free(block);
  return 0;
}
