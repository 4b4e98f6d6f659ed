// Who is called back returns a chunk, by which another file knows it.
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/returned-outside
#include "hide.h"
#include <stdlib.h>

void pool_ask(int *(*ask)(void));
int *pool_block(void);
static int *block;

static int *ask(void) { return block; }

int main(void) {
  block = calloc(8, sizeof(int));
  pool_ask(ask);
  int *numbers = pool_block(), first = numbers[3];
#ifdef FIXED
  int sum = first + numbers[3];
  free(block);
  return sum;
#else
  free(block);
  return first + numbers[3]; //~ ERROR heap-use-after-free
#endif
}
