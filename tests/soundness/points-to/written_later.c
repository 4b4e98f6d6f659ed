// Another file has kept the address of an array, and writes another one to it.
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/escaped-written
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
void pool_keep(int **slots);
void pool_write(void);
static int own[8];

int main(void) {
  int *block = calloc(8, sizeof(int));
  pool_take(block);
  int *slots[2] = {own, own};
  pool_keep(slots);
  pool_write();
  int *filled = slots[1], first = filled[3];
#ifdef FIXED
  int sum = first + filled[3];
  free(block);
  return sum;
#else
  free(block);
  return first + filled[3]; //~ ERROR heap-use-after-free
#endif
}
