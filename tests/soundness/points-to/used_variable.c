// Assembly gives a variable a second name, by which another file writes to it.
//@ levels: O2
//@ aux: ../aux/pool.c ../aux/fills_slots.c
//@ kills-mutants: points-to/exposed-global
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
void pool_fill_other(void);
static int own[8];
static int *slots[2] __attribute__((used)) = {own, own};
__asm__(".globl other_slots\n.set other_slots, slots");

int main(void) {
  int *block = calloc(8, sizeof(int));
  pool_take(block);
  pool_fill_other();
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
