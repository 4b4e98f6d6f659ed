// A mask moves within a table while the table moves on: beyond the last one.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *tables, const long *keys, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += tables[i * 4 + (keys[i] & 3)]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *tables = hide_pointer(calloc(399, sizeof *tables));
  long *keys = hide_pointer(calloc(100, sizeof *keys));
#ifdef FIXED
  keys[99] = 6;
#else
  keys[99] = 7;
#endif
  return all(tables, keys, hide(100)) != 0;
}
