// Another file writes the address of a chunk to what it is lent.
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/lent-written
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
void pool_fill(__attribute__((noescape)) int **slots);
static int own[8];

int main(void) {
  int *block = calloc(8, sizeof(int));
  pool_take(block);
  int *slots[2] = {own, own};
  pool_fill(slots);
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
