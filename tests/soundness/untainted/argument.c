// An argument of main is an index.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/open untainted/address
#include "hide.h"

static volatile int numbers[8];

int main(int count, char **words) {
#ifdef FIXED
  return numbers[count * 7] == 77;
#else
  return numbers[count * 8] == 77; //~ ERROR global-buffer-overflow
#endif
}
