// Copies every short range up to the end of a large chunk, and one a byte further. The shadow of large chunks is zero.
//@ contains: READ of size 41
//@ contains: 1000003-byte region
#include "hide.h"
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1000003 };

int main(void) {
  char *block = malloc(SIZE);
  char *other = malloc(SIZE);
  memset(block, 1, SIZE);
  touch(block);
  for (int length = 1; length < 700; length++)
    for (int start = SIZE - length - 9; start <= SIZE - length; start++)
      memcpy(other + hide(start), block + hide(start), hide(length));
  touch(other);
#ifdef FIXED
  memcpy(other, block + hide(SIZE - 40), hide(40));
#else
  memcpy(other, block + hide(SIZE - 40), hide(41)); //~ ERROR heap-buffer-overflow
#endif
  touch(other);
  free(other);
  free(block);
  return 0;
}
