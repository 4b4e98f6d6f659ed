// The lower half of an address, and what is written there fits.
//@ levels: O2
#include "hide.h"

static volatile int numbers[8];
int main(void) {
  int index = 3, other = 2;
  volatile unsigned lower = (unsigned long)&index;
  unsigned long upper = (unsigned long)&other >> 32 << 32;
  *(int *)(upper | lower) = 7;
  return numbers[index] + other == 77;
}
