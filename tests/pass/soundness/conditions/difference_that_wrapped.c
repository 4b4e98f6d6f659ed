// The difference has not wrapped where the index is used.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned a, unsigned b) {
  volatile int numbers[8] = {1};
  volatile char bytes[8] = {1};
  unsigned difference;
  if (a > 7)
    return 0;
  if (__builtin_sub_overflow(a, b, &difference))
    return bytes[(long)a - (long)b];
  return numbers[difference];
}

int main(void) { return at((unsigned)hide(3), (unsigned)hide(2)) == 77; }
