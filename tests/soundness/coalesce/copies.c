// A copy between two accesses goes wrong, before the second does.
//@ levels: O2
//@ kills-mutants: coalesce/copy
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE void put(long *numbers, char *to, const char *from, long bytes) {
  numbers[0] = 1;
  memcpy(to, from, bytes); //~ ERROR heap-buffer-overflow
  numbers[1] = 2;
}

int main(void) {
#ifdef FIXED
  put(hide_pointer(malloc(16)), hide_pointer(malloc(8)), hide_pointer(calloc(8, 1)), hide(8));
#else
  put(hide_pointer(malloc(8)), hide_pointer(malloc(4)), hide_pointer(calloc(8, 1)), hide(8));
#endif
  return 0;
}
