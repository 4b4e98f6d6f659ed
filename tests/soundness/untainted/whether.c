// An argument of main decides whether an index is written.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/written-whether
#include "hide.h"

static volatile int numbers[8];
static volatile int index;

int main(int count, char **words) {
#ifdef FIXED
  if (count == 2)
#else
  if (count == 1)
#endif
    index = 8;
  return numbers[index] == 77; //~ ERROR global-buffer-overflow
}
