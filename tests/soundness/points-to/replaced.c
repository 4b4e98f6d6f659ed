// Another unit defines the function, too: it yields what is freed.
//@ levels: O2
//@ aux: ../aux/pool.c ../aux/picks.c
//@ kills-mutants: points-to/replaceable
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);

static int own[8];

__attribute__((weak, noinline)) int *pick(void) { return own; }

int main(void) {
  int *block = calloc(8, sizeof(int));
  pool_take(block);
  int *picked = pick(), first = picked[3];
#ifdef FIXED
  int sum = first + picked[3];
  free(block);
  return sum;
#else
  free(block);
  return first + picked[3]; //~ ERROR heap-use-after-free
#endif
}
