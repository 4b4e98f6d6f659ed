// A remainder with sign keeps indices in a table but for those before it.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

#ifdef FIXED
static NOINLINE long all(const int *table, const unsigned long *keys, long count) {
#else
static NOINLINE long all(const int *table, const long *keys, long count) {
#endif
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += table[keys[i] % 100]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *table = hide_pointer(calloc(100, sizeof *table));
#ifdef FIXED
  unsigned long *keys = hide_pointer(calloc(100, sizeof *keys));
#else
  long *keys = hide_pointer(calloc(100, sizeof *keys));
#endif
  keys[50] = -1;
  return all(table, keys, hide(100)) != 0;
}
