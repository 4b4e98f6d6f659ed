// An address lies somewhere in an array, and what is written there fits.
//@ levels: O2
#include "hide.h"

static volatile int numbers[8];
int main(void) {
  int index = 3, *all[4] = {0};
  all[hide(2)] = &index;
  *all[2] = 7;
  return numbers[index] == 77;
}
