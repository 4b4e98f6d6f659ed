// Another unit poisons the array, which it knows by its name.
//@ levels: O2
//@ aux: ../aux/poisons_by_name.c
//@ kills-mutants: capture/global-local
#include "hide.h"

int shared_numbers[8];
void poison_shared(int bytes);

static NOINLINE int at(unsigned long which) {
  if (which >= 8)
    return 0;
  return shared_numbers[which]; //~ ERROR use-after-poison
}

int main(void) {
  poison_shared(16);
#ifdef FIXED
  return at(hide(5)) == 77;
#else
  return at(hide(1)) == 77;
#endif
}
