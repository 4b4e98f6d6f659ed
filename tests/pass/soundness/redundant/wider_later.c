// 1 byte, then more at the same address.
//@ levels: O2
//@ revisions: T=short T=int T=long T=__int128
#include "hide.h"
#include <stdlib.h>

static NOINLINE int both(char *first) {
  int narrow = *first;
  T wide = *(T *)first;
  return narrow + (wide != 0);
}

int main(void) {
  char *block = hide_pointer(calloc(sizeof(T), 1));
  int sum = both(block);
  free(block);
  return sum;
}
