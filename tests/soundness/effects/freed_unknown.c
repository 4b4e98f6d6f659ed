// What is freed, and where, nobody knows: the chunk comes from another unit.
//@ levels: O2
//@ aux: ../aux/returns_chunk.c
//@ kills-mutants: effects/unknown-pointer effects/frees-escaped points-to/outside-result
#include "hide.h"
#include <stdlib.h>

int *give(void);

#ifdef FIXED
static NOINLINE void drop(int *number) { *number = 3; }
#else
static NOINLINE void drop(int *number) { free(number); }
#endif

static NOINLINE int twice(int *number) {
  int before = *number;
  drop(number);
  return before + *number; //~ ERROR heap-use-after-free
}

int main(void) { return twice(give()) == 77; }
