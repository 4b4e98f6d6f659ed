// A function returns an element of the array.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdlib.h>

struct pool {
  int slots[8];
  int used;
};

NOINLINE static int *slot(struct pool *pool, int first) {
  return &pool->slots[first];
}

int main(void) {
  struct pool *pool = calloc(1, sizeof *pool);
  int *own = slot(pool, 4);
#ifdef FIXED
  own[hide(3)] = 1;
#else
  own[hide(4)] = 1; //~ ERROR sub-object-overflow
#endif
  int used = pool->used;
  free(pool);
  return used;
}
