// One of the two choices is out of range.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  long index = n < 8 ? n : 0;
  return numbers[index]; //~ ERROR stack-buffer-underflow
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(-1)) == 77; }
#endif
