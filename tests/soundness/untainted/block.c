// An argument of main decides whether there is an access.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/block untainted/condition
#include "hide.h"

static volatile int numbers[8];

int main(int count, char **words) {
  if (count == 1)
#ifdef FIXED
    return numbers[7] == 77;
#else
    return numbers[8] == 77; //~ ERROR global-buffer-overflow
#endif
  return 0;
}
