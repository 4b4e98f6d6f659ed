// The product of width and height wraps, so that the rows go beyond the buffer though it seems large enough.
//@ levels: O1 O2
#include "hide.h"

static NOINLINE void read_matrix(const int *data, unsigned w, unsigned h) {
  unsigned size = w * h;
  if (size < 120) {
    volatile int buffer[120];
    for (unsigned row = 0; row < h; row++)
      for (unsigned column = 0; column < w; column++) {
        unsigned index = row * w + column;
        buffer[index] = data[0]; //~ ERROR stack-buffer-overflow
      }
  }
}

int main(void) {
  static int data[132];
#ifdef FIXED
  read_matrix(data, hide(10), hide(11));
#else
  read_matrix(data, hide(0x10000), hide(0x10000));
#endif
  return 0;
}
