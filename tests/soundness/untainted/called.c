// An argument of main decides whether a function is called.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/called
#include "hide.h"

static volatile int numbers[8];

static NOINLINE int at(void) {
#ifdef FIXED
  long index = hide(7);
#else
  long index = hide(8);
#endif
  return numbers[index]; //~ ERROR global-buffer-overflow
}

int main(int count, char **words) {
  if (count == 1)
    return at() == 77;
  return 0;
}
