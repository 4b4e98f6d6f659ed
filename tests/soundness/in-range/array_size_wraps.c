// The index is below the count of the array, of which the bytes wrap around to four.
//@ only: 64-bit it counts on a long of 64 bits
//@[bad] asan: any it knows no bounds of such an array
#include "hide.h"

static NOINLINE int get(unsigned long count, unsigned long at) {
  int array[count];
  touch(array);
  if (at >= count)
    return 0;
  array[at] = 1; //~ ERROR dynamic-stack-buffer-overflow
  touch(array);
  return 0;
}

int main(void) {
#ifdef FIXED
  return get((unsigned long)hide(3), hide(2));
#else
  return get((1ul << 62) + (unsigned long)hide(1), hide(2));
#endif
}
