// A function keeps the address, and another one frees something else.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static volatile int *kept;

static NOINLINE void keep(volatile int *block) { kept = block; }

static NOINLINE void drop(void) { free((void *)kept); }

int main(void) {
  volatile int *block = malloc(4 * sizeof *block);
  block[0] = 1;
  keep(block);
  keep(NULL);
  drop();
  return block[0] == 77;
}
