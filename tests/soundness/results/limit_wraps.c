// A result is at most an argument, read without its sign; the caller reads it with.
//@ levels: O2
#include "hide.h"

static NOINLINE int least(unsigned a, unsigned b) { return (int)(a < b ? a : b); }

int main(void) {
  int table[8] = {0};
  table[hide(3)] = 1;
  int limit = (int)hide(-2);
#ifdef FIXED
  int index = least((unsigned)hide(2), (unsigned)limit);
#else
  int index = least((unsigned)hide(-2), (unsigned)limit);
#endif
  if (index > 7)
    return 1;
  return table[index] == 77; //~ ERROR stack-buffer-underflow
}
