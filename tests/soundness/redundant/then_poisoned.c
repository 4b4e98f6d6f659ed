// Another unit poisons a local after it was read.
//@ levels: O2
//@ aux: ../aux/poison.c
//@ kills-mutants: redundant/certain-private points-to/handed-outside
#include "hide.h"

void poison_elsewhere(void *start, unsigned long size);

static NOINLINE int at(long which) {
  int numbers[8] = {1};
  touch(numbers);
  int sum = numbers[which];
  poison_elsewhere(numbers, 16);
  return sum + numbers[which]; //~ ERROR use-after-poison
}

#ifdef FIXED
int main(void) { return at(hide(5)) == 77; }
#else
int main(void) { return at(hide(1)) == 77; }
#endif
