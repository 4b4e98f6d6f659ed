// The same within bounds.
//@ levels: O1 O2
#include "hide.h"

static NOINLINE void read_matrix(const int *data, unsigned w, unsigned h) {
  unsigned size = w * h;
  if (size < 120) {
    volatile int buffer[120];
    for (unsigned row = 0; row < h; row++)
      for (unsigned column = 0; column < w; column++) {
        unsigned index = row * w + column;
        buffer[index] = data[0];
      }
  }
}

int main(void) {
  static int data[132];
  read_matrix(data, hide(10), hide(11));
  return 0;
}
