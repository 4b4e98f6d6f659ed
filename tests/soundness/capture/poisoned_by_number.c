// Another unit poisons the array, whose address it gets as a number.
//@ levels: O2
//@ aux: ../aux/poisons_number.c
//@ kills-mutants: capture/number points-to/arithmetic
#include "hide.h"
#include <stdint.h>

void poison_number(uintptr_t number, int bytes);

static NOINLINE int at(unsigned long which) {
  volatile int numbers[8] = {1};
  poison_number((uintptr_t)numbers ^ 1, 16);
  if (which >= 8)
    return 0;
  return numbers[which]; //~ ERROR use-after-poison
}

#ifdef FIXED
int main(void) { return at(hide(5)) == 77; }
#else
int main(void) { return at(hide(1)) == 77; }
#endif
