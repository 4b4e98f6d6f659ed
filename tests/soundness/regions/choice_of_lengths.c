// Of two arrays the index fits the larger one.
//@ levels: O2
//@ kills-mutants: regions/common-room
#include "hide.h"

static NOINLINE int at(volatile char *one, unsigned long n, volatile char *other, unsigned long index, long which) {
  volatile char *place = which ? other : one;
  if (index >= n)
    return 0;
  return place[index]; //~ ERROR stack-buffer-overflow
}

int main(void) {
  volatile char small[8] = {1}, large[24] = {1}, larger[32] = {1};
#ifdef FIXED
  return at(large, 24, small, hide(8), hide(0)) + at(larger, 32, small, hide(7), hide(1)) == 77;
#else
  return at(large, 24, small, hide(8), hide(0)) + at(larger, 32, small, hide(8), hide(1)) == 77;
#endif
}
