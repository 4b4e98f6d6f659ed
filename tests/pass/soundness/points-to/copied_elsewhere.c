// An address is copied to where only another file knows; what lies there is freed later.
//@ levels: O2
//@ aux: ../aux/pool.c
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
  int sum = first + block[3];
  drop();
  return sum;
}
