// The block is freed by way of a structure that knows it, too.
//@ levels: O2
//@ kills-mutants: non-escaping/stored
#include "hide.h"
#include <stdlib.h>

static struct {
  int count;
  volatile int *block;
} holder;

static NOINLINE void clear(void) { free((void *)holder.block); }

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
  block[0] = 1;
  if (hide(1))
    holder.block = block;
  clear();
  return block[0] == 77; //~ ERROR heap-use-after-free
}
