// Another file reads an address in what it is lent, and frees what lies there later.
//@ levels: O2
//@ aux: ../aux/pool.c
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
  int sum = first + block[3];
  drop();
  return sum;
}
