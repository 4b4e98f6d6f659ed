// An index of a global table leads to the heap.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
//@ contains: 0 bytes inside of global variable 'table'
#include "hide.h"
#include <stdlib.h>

static long table[16];
static long *current = table;

NOINLINE static long get(long index) {
  return current[index]; //~ ERROR cross-object-access
}

int main(void) {
  long *other = calloc(16, sizeof *other);
  touch(table);
  long index = (long *)hide_pointer(other) - (long *)hide_pointer(table);
#ifdef FIXED
  index &= 15;
#endif
  long found = get(index);
  free(other);
  return (int)found;
}
