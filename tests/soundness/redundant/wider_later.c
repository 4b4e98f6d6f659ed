// A check of 1 byte does not cover 2, 4, 8 or 16 bytes at the same address.
//@ levels: O2
//@ defines: T=short T=int T=long T=__int128
//@ asan: silent it takes the check of the narrow load for enough
#include "hide.h"
#include <stdlib.h>

static NOINLINE int both(char *first) {
  int narrow = *first;
  T wide = *(T *)first; //~ ERROR heap-buffer-overflow
  return narrow + (wide != 0);
}

int main(void) {
#ifdef FIXED
  char *block = hide_pointer(calloc(sizeof(T), 1));
#else
  char *block = hide_pointer(calloc(sizeof(T) - 1, 1));
#endif
  int sum = both(block);
  free(block);
  return sum;
}
