// An address is copied to where only another file knows, which frees what lies there.
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/copied-outside
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int **pool_place(void);
void pool_free(void);

static NOINLINE void drop(void) { pool_free(); }

int main(void) {
  int *block = calloc(8, sizeof(int));
  int *slots[4] = {block, block, block, block};
  memcpy(pool_place(), &slots[hide(1)], hide(sizeof *slots));
  int first = block[3];
#ifdef FIXED
  int sum = first + block[3];
  drop();
  return sum;
#else
  drop();
  return first + block[3]; //~ ERROR heap-use-after-free
#endif
}
