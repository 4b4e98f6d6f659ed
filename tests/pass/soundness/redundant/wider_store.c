// A load of 4 bytes and a store of 8.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void both(int *first) {
  int before = *first;
  *(long *)first = before + 1;
}

int main(void) {
  int *block = hide_pointer(calloc(1, 8));
  both(block);
  int after = *block;
  free(block);
  return after != 1;
}
