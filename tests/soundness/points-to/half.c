// The lower half of an address, and the upper one of its neighbour.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ kills-mutants: points-to/cut
#include "hide.h"

static volatile int numbers[8];
int main(void) {
  int index = 3, other = 2;
  volatile unsigned lower = (unsigned long)&index;
  unsigned long upper = (unsigned long)&other >> 32 << 32;
#ifdef FIXED
  *(int *)(upper | lower) = 7;
#else
  *(int *)(upper | lower) = 8;
#endif
  return numbers[index] + other == 77; //~ ERROR global-buffer-overflow
}
