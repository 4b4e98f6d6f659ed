// An index stays in the array unless something wraps, and the array is gone.
//@ levels: O2
//@ kills-mutants: overflow-guard/lives
#include "hide.h"

static NOINLINE int read_matrix(const int *data, unsigned w, unsigned h) {
  unsigned size = w * h;
  volatile int *last = 0;
  int sum = 0;
  if (size >= 120)
    return 0;
#ifndef FIXED
  {
#endif
    volatile int buffer[120];
    buffer[size] = 1;
    last = buffer;
#ifndef FIXED
  }
#endif
  for (unsigned row = 0; row < h; row++)
    for (unsigned column = 0; column < w; column++) {
      unsigned index = row * w + column;
      sum += last[index]; //~ ERROR stack-use-after-scope
    }
  return sum;
}

int main(void) {
  static int data[132];
  return read_matrix(data, hide(10), hide(10)) == 77;
}
