// An address is loaded from where only another file knows.
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/loaded-outside
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
int **pool_place(void);
static int own[8];

int main(void) {
  int *block = calloc(8, sizeof(int));
  pool_take(block);
  int *numbers = hide(1) ? *pool_place() : own;
  int first = numbers[3];
#ifdef FIXED
  int sum = first + numbers[3];
  free(block);
  return sum;
#else
  free(block);
  return first + numbers[3]; //~ ERROR heap-use-after-free
#endif
}
