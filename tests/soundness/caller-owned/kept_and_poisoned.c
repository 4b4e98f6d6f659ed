// One callee keeps the address of a local, which another module then finds and poisons.
//@ levels: O2
//@ aux: ../aux/poison.c
//@ kills-mutants: caller-owned/unknown-outside
#include "hide.h"

void poison_elsewhere(void *start, unsigned long size);

static int *kept;

static NOINLINE void keep(int *numbers) { kept = numbers; }

static NOINLINE int at(const int *numbers, long i) {
  return numbers[i & 15]; //~ ERROR use-after-poison
}

int main(void) {
  int numbers[16] = {0};
  keep(numbers);
  poison_elsewhere(kept + 8, 32);
#ifdef FIXED
  return at(numbers, hide(7)) == 77;
#else
  return at(numbers, hide(9)) == 77;
#endif
}
