// Far behind the last chunk that the program has of its size, in memory that the heap has kept for more of them.
//@ only: hosted memory between the chunks of a board may be anybody's
//@[bad] asan: any it names no block so far away
//@ contains: 150000 bytes after 100-byte region
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  char *block = hide_pointer(calloc(150101, 1));
#else
  char *block = hide_pointer(calloc(100, 1));
#endif
  printf("%d\n", block[hide(150100)]); //~ ERROR heap-buffer-overflow
  free(block);
  return 0;
}
