// A block is stored where only another file knows, which frees it later.
//@ levels: O2
//@ aux: ../aux/pool.c
#include "hide.h"
#include <stdlib.h>

int **pool_place(void);
void pool_free(void);

static NOINLINE void drop(void) { pool_free(); }

int main(void) {
  int *block = calloc(8, sizeof(int));
  *pool_place() = block;
  block[3] = 1;
  int sum = block[3];
  drop();
  return sum == 77;
}
