// A mask keeps indices in a table that has one element less.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *table, const long *keys, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += table[keys[i] & 127]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  int *table = hide_pointer(calloc(128, sizeof *table));
#else
  int *table = hide_pointer(calloc(127, sizeof *table));
#endif
  long *keys = hide_pointer(calloc(100, sizeof *keys));
  keys[50] = -1;
  return all(table, keys, hide(100)) != 0;
}
