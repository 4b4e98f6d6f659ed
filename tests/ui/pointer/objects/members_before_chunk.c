// The lowest member is read last, and lies in front of the chunk. What the others have stored is there already.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <stdlib.h>

NOINLINE static int exchange(int *values) {
  values[1] = 3;
  values[0] = 2;
  return values[-1] + values[0]; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *values = calloc(4, sizeof *values);
#ifdef FIXED
  int result = exchange(values + 1);
#else
  int result = exchange(values);
#endif
  free(values);
  return result - 2;
}
