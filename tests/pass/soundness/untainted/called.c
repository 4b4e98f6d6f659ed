// An argument of main decides whether a function is called, whose index fits.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"

static volatile int numbers[8];

static NOINLINE int at(void) {
  long index = hide(7);
  return numbers[index];
}

int main(int count, char **words) {
  if (count == 1)
    return at() == 77;
  return 0;
}
