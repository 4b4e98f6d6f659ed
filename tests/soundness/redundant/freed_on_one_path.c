// Between two equal accesses one of two paths frees.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void twice(int *number, long drop) {
  int before = *number;
  if (drop)
#ifdef FIXED
    touch(malloc(1));
#else
    free(number);
#endif
  *number = before + 1; //~ ERROR heap-use-after-free
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
  twice(number, hide(0));
  twice(number, hide(1));
  return *number != 2;
}
