// An index stays in the array unless something wraps, and the array is there.
//@ levels: O2
#include "hide.h"

static NOINLINE int read_matrix(const int *data, unsigned w, unsigned h) {
  unsigned size = w * h;
  volatile int *last = 0;
  int sum = 0;
  if (size >= 120)
    return 0;
  volatile int buffer[120];
  buffer[size] = 1;
  last = buffer;
  for (unsigned row = 0; row < h; row++)
    for (unsigned column = 0; column < w; column++) {
      unsigned index = row * w + column;
      sum += last[index];
    }
  return sum;
}

int main(void) {
  static int data[132];
  return read_matrix(data, hide(10), hide(10)) == 77;
}
