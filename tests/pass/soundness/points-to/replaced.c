// Another unit defines the function, too, and what it yields is freed later.
//@ levels: O2
//@ aux: ../aux/pool.c ../aux/picks.c
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);

static int own[8];

__attribute__((weak, noinline)) int *pick(void) { return own; }

int main(void) {
  int *block = calloc(8, sizeof(int));
  pool_take(block);
  int *picked = pick(), first = picked[3];
  int sum = first + picked[3];
  free(block);
  return sum;
}
