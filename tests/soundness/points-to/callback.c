// Another file calls back with a chunk that this one frees.
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/escaped-function points-to/unknown-parameter
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
int pool_use(int (*use)(int *));
static int own[8];
static int *block;

static NOINLINE int use(int *numbers) {
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

int main(void) {
  int sum = use(own);
  block = calloc(8, sizeof(int));
  pool_take(block);
  return sum + pool_use(use);
}
