// Another file reads an address in what it is lent, and frees what lies there.
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/lent-read
#include "hide.h"
#include <stdlib.h>

void pool_read(__attribute__((noescape)) int *const *slots);
void pool_free(void);

static NOINLINE void drop(void) { pool_free(); }

int main(void) {
  int *block = calloc(8, sizeof(int));
  int *slots[2] = {0, block};
  pool_read(slots);
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
