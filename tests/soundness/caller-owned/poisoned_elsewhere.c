// A local that another module has poisoned a part of is passed on.
//@ levels: O2
//@ aux: ../aux/poison.c
#include "hide.h"

void poison_elsewhere(void *start, unsigned long size);

static NOINLINE int at(const int *numbers, long i) {
  return numbers[i & 15]; //~ ERROR use-after-poison
}

int main(void) {
  int numbers[16] = {0};
  poison_elsewhere(numbers + 8, 32);
#ifdef FIXED
  return at(numbers, hide(7)) == 77;
#else
  return at(numbers, hide(9)) == 77;
#endif
}
