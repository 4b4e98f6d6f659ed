// A function is called with less than it takes: it finds what the register held.
//@ only: x86_64 it counts on what a register of it holds
//@ levels: O2
//@ aux: ../aux/pool.c ../aux/passes_more.c
//@ kills-mutants: points-to/too-few
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
void call_with(void);
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

static NOINLINE int rest(int *numbers) { return numbers[2]; }

static int (*const with[2])(int *) = {use, rest};

__attribute__((no_sanitize("address"))) int call_without(int *numbers, long at) {
  return ((int (*)(void))with[at])();
}

int main(void) {
  int sum = use(own) + rest(own);
  block = calloc(8, sizeof(int));
  pool_take(block);
  call_with();
  return sum == 77;
}
