// A structure that could know the block frees another one.
//@ levels: O2
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
  if (hide(0))
    holder.block = block;
  clear();
  int sum = block[0];
  free((void *)block);
  return sum != 1;
}
