// An address is copied from where only another file knows.
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/copied-outside
#include "hide.h"
#include <stdlib.h>
#include <string.h>

void pool_take(int *block);
int **pool_place(void);
static int own[8];

int main(void) {
  int *block = calloc(8, sizeof(int));
  pool_take(block);
  int *slots[4] = {own, own, own, own};
  memcpy(&slots[hide(1)], pool_place(), hide(sizeof *slots));
  int *copied = slots[hide(1)], first = copied[3];
#ifdef FIXED
  int sum = first + copied[3];
  free(block);
  return sum;
#else
  free(block);
  return first + copied[3]; //~ ERROR heap-use-after-free
#endif
}
