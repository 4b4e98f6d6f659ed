// A function of the same file frees the chunk that nobody else has.
//@ levels: O2
//@ kills-mutants: non-escaping/callee
#include "hide.h"
#include <stdlib.h>

#ifdef FIXED
static NOINLINE int read(volatile int *block) { return block[1]; }
#else
static NOINLINE void drop(volatile int *block) { free((void *)block); }
#endif

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
#ifdef FIXED
  block[0] = block[1] = 1;
  int sum = read(block);
  sum += block[0];
  free((void *)block);
  return sum != 2;
#else
  block[0] = 1;
  drop(block);
  return block[0] == 77; //~ ERROR heap-use-after-free
#endif
}
