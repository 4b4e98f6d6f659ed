// The narrow number passes, the wide one is used.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  if ((unsigned char)n < 8)
    return numbers[n]; //~ ERROR stack-buffer-overflow
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(256)) == 77; }
#endif
