// An array in a structure in a structure.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: member 'inner.slots'
#include "hide.h"

struct inner {
  int used;
  long slots[3];
  long total;
};

struct outer {
  int id;
  struct inner inner;
  int end;
};

NOINLINE static void put(struct outer *outer, int at, long value) {
  outer->inner.slots[at] = value; //~ ERROR sub-object-overflow
}

int main(void) {
  struct outer outer = {0};
#ifdef FIXED
  put(&outer, 2, 5);
#else
  put(&outer, 3, 5);
#endif
  return (int)outer.inner.total;
}
