// The product of width and height wraps, so that the rows go beyond the buffer though it seems large enough.
//@ levels: O1 O2
#include "hide.h"

static NOINLINE void read_matrix(const int *data, signed char w, signed char h) {
  signed char size = w * h;
  if (size < 120) {
    volatile int buffer[120];
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        int index = row * w + column;
        buffer[index] = data[index]; //~ ERROR stack-buffer-overflow
      }
  }
}

int main(void) {
  static int data[132];
  read_matrix(data, hide(6), hide(22));
  return 0;
}
