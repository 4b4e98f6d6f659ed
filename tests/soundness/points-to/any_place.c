// An address lies somewhere in an array, and is found there.
//@ levels: O2
//@ kills-mutants: points-to/variable-index
#include "hide.h"

static volatile int numbers[8];
int main(void) {
  int index = 3, *all[4] = {0};
  all[hide(2)] = &index;
#ifdef FIXED
  *all[2] = 7;
#else
  *all[2] = 8;
#endif
  return numbers[index] == 77; //~ ERROR global-buffer-overflow
}
