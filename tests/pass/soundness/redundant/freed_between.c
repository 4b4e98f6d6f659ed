// A load and a store, then the block is freed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void twice(int *number) {
  int before = *number;
  *number = before + 1;
  touch(number);
  free(number);
}

int main(void) {
  twice(hide_pointer(calloc(1, sizeof(int))));
  return 0;
}
