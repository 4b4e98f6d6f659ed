// The length fits the object, but not behind its beginning.
//@ levels: O2
//@ kills-mutants: in-range/ends
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  if (n >= 0 && n <= 32)
    __builtin_memset((char *)numbers + 4, 1, n); //~ ERROR stack-buffer-overflow
  return numbers[1];
}

#ifdef FIXED
int main(void) { return at(hide(28)) == 77; }
#else
int main(void) { return at(hide(29)) == 77; }
#endif
