// The chunk is freed by way of a structure that knows it, too.
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
#ifdef FIXED
  if (hide(0))
    holder.block = block;
  clear();
  int sum = block[0];
  free((void *)block);
  return sum != 1;
#else
  if (hide(1))
    holder.block = block;
  clear();
  return block[0] == 77; //~ ERROR heap-use-after-free
#endif
}
