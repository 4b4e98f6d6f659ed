// A chunk is stored where only another file knows, which frees it.
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/stored-outside
#include "hide.h"
#include <stdlib.h>

int **pool_place(void);
void pool_free(void);

static NOINLINE void drop(void) { pool_free(); }

int main(void) {
  int *block = calloc(8, sizeof(int));
  *pool_place() = block;
  block[3] = 1;
#ifdef FIXED
  int sum = block[3];
  drop();
  return sum == 77;
#else
  drop();
  return block[3] == 77; //~ ERROR heap-use-after-free
#endif
}
