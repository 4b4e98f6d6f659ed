// Assembly gives a function a second name, by which another file gets an address from it.
//@ levels: O2
//@ aux: ../aux/pool.c ../aux/asks_named.c
//@ kills-mutants: points-to/exposed-function
#include "hide.h"
#include <stdlib.h>

void ask_other(void);
int *pool_block(void);
static int *block;

static __attribute__((used)) int *ask(void) { return block; }

__asm__(".globl other_ask\n.set other_ask, ask");

int main(void) {
  block = calloc(8, sizeof(int));
  ask_other();
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
