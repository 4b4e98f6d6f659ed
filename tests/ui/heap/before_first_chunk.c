// Far before the first chunk that the program has of its size: below all of the heap, or in a part of it that no chunk ever had.
//@ only: hosted memory between the chunks of a board may be anybody's
//@ asan: SEGV nothing of its heap lies there
//@ contains: 300 bytes before 5-byte region
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(calloc(5, 1));
#ifdef FIXED
  printf("%d\n", block[hide(0)]);
#else
  printf("%d\n", block[hide(-300)]); //~ ERROR heap-buffer-overflow
#endif
  free(block);
  return 0;
}
