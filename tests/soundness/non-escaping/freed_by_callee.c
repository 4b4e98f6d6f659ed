// A function of the same file frees the block that nobody else has.
//@ levels: O2
//@ kills-mutants: non-escaping/callee
#include "hide.h"
#include <stdlib.h>

static NOINLINE void drop(volatile int *block) { free((void *)block); }

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
  block[0] = 1;
  drop(block);
  return block[0] == 77; //~ ERROR heap-use-after-free
}
