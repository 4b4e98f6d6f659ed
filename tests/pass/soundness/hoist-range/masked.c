// A mask keeps indices in a table that is as long.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *table, const long *keys, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += table[keys[i] & 127];
  return sum;
}

int main(void) {
  int *table = hide_pointer(calloc(128, sizeof *table));
  long *keys = hide_pointer(calloc(100, sizeof *keys));
  keys[50] = -1;
  return all(table, keys, hide(100)) != 0;
}
