// A load, the chunk is freed, a store to the same place.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void twice(int *number) {
  int before = *number;
#ifdef FIXED
  *number = before + 1;
  touch(number);
  free(number);
#else
  free(number);
  *number = before + 1; //~ ERROR heap-use-after-free
#endif
}

int main(void) {
  twice(hide_pointer(calloc(1, sizeof(int))));
  return 0;
}
