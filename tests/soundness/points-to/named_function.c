// Another file calls a function with a chunk that this one frees.
//@ levels: O2
//@ aux: ../aux/pool.c ../aux/uses_named.c
//@ kills-mutants: points-to/named-function
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
int use_named(void);
static int own[8];
static int *block;

NOINLINE int use(int *numbers) {
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
  return sum + use_named();
}
