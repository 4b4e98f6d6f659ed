// Another file finds a variable by walking over its section.
//@ levels: O2
//@ aux: ../aux/pool.c ../aux/walks_slots.c
//@ kills-mutants: points-to/walked-global
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
void walk(void);
static int own[8];
static int *slots[2] __attribute__((section("all_slots"))) = {own, own};

int main(void) {
  int *block = calloc(8, sizeof(int));
  pool_take(block);
  slots[hide(0)] = own;
  walk();
  int *filled = slots[hide(1)], first = filled[3];
#ifdef FIXED
  int sum = first + filled[3];
  free(block);
  return sum;
#else
  free(block);
  return first + filled[3]; //~ ERROR heap-use-after-free
#endif
}
