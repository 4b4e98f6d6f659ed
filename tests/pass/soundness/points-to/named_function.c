// Another file calls a function with a block that this one frees later.
//@ levels: O2
//@ aux: ../aux/pool.c ../aux/uses_named.c
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
int use_named(void);
static int own[8];
static int *block;

NOINLINE int use(int *numbers) {
  int first = numbers[3];
  int sum = first + numbers[3];
  free(block);
  return sum;
}

int main(void) {
  int sum = use(own);
  block = calloc(8, sizeof(int));
  pool_take(block);
  return sum + use_named();
}
