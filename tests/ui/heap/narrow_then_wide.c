// A check of one byte must not stand for the eight bytes read after it.
//@ contains: READ of size 8
//@ asan(O1 O2): silent it takes the check of the narrow load for enough
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  char *block = hide_pointer(malloc(8));
#else
  char *block = hide_pointer(malloc(1));
#endif
  touch(block);
  int narrow = *(volatile char *)block;
  long long wide = *(volatile long long *)block; //~ ERROR heap-buffer-overflow
  printf("%d %lld\n", narrow & 0, wide & 0);
  free(block);
  return 0;
}
