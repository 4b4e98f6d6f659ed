// A callee's unproved access reaches the object, so it keeps its redzone though nothing else has its address.
//@[bad] levels: O2
//@ kills-mutants: unreached/checked
#include "hide.h"

static NOINLINE void put(char *place, long index) {
  place[index] = 1; //~ ERROR stack-buffer-overflow
}

static NOINLINE int fill(long index) {
  char small[4] = {0}, other[16] = {0};
  put(small, 3);
  put(other, hide(15));
  put(small, index);
  return small[3] + other[15];
}

int main(void) {
#ifdef FIXED
  return fill(hide(2)) != 2;
#else
  return fill(hide(4)) != 2;
#endif
}
