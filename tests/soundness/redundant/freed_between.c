// A load, the block is freed, a store to the same place.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void twice(int *number) {
  int before = *number;
  free(number);
  *number = before + 1; //~ ERROR heap-use-after-free
}

int main(void) {
  twice(hide_pointer(calloc(1, sizeof(int))));
  return 0;
}
