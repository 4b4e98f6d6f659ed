// A function keeps the address, and another one frees it.
//@ levels: O2
//@ kills-mutants: non-escaping/handed
#include "hide.h"
#include <stdlib.h>

static volatile int *kept;

static NOINLINE void keep(volatile int *block) { kept = block; }

static NOINLINE void drop(void) { free((void *)kept); }

int main(void) {
  volatile int *block = malloc(4 * sizeof *block);
  block[0] = 1;
  keep(block);
#ifdef FIXED
  keep(NULL);
#endif
  drop();
  return block[0] == 77; //~ ERROR heap-use-after-free
}
