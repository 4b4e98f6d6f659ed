// Another unit poisons the array, whose address lies in a variable.
//@ levels: O2
//@ aux: ../aux/poisons_by_handle.c
//@ kills-mutants: capture/global-in-data escape/unknown-outside points-to/escaped-read points-to/named-global
#include "hide.h"

static int numbers[8];
int *handle = numbers;
void poison_handle(int bytes);

static NOINLINE int at(unsigned long which) {
  if (which >= 8)
    return 0;
  return numbers[which]; //~ ERROR use-after-poison
}

int main(void) {
  numbers[hide(7)] = 3;
  poison_handle(16);
#ifdef FIXED
  return at(hide(5)) == 77;
#else
  return at(hide(1)) == 77;
#endif
}
