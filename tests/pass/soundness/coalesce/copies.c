// A copy stands between two accesses.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE void put(long *numbers, char *to, const char *from, long bytes) {
  numbers[0] = 1;
  memcpy(to, from, bytes);
  numbers[1] = 2;
}

int main(void) {
  put(hide_pointer(malloc(16)), hide_pointer(malloc(8)), hide_pointer(calloc(8, 1)), hide(8));
  return 0;
}
