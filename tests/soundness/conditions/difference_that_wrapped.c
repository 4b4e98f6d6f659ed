// The difference has wrapped where the index is used.
//@ levels: O2
//@ kills-mutants: conditions/overflow-bit
#include "hide.h"

static NOINLINE int at(unsigned a, unsigned b) {
  volatile int numbers[8] = {1};
  volatile char bytes[8] = {1};
  unsigned difference;
  if (a > 7)
    return 0;
  if (__builtin_sub_overflow(a, b, &difference))
    return bytes[(long)a - (long)b]; //~ ERROR stack-buffer-underflow
  return numbers[difference];
}

#ifdef FIXED
int main(void) { return at((unsigned)hide(3), (unsigned)hide(2)) == 77; }
#else
int main(void) { return at((unsigned)hide(3), (unsigned)hide(4)) == 77; }
#endif
