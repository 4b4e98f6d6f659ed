// Start and length add up to a small number because the sum wraps at 2^32.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O1 O2
#include "hide.h"

static NOINLINE void mark(unsigned start, unsigned length) {
  volatile char marks[64];
  if (start + length <= sizeof marks)
    for (unsigned k = 0; k < length; k++) marks[start + k] = 1; //~ ERROR stack-buffer-overflow
}

int main(void) {
#ifdef FIXED
  mark(hide(40), hide(24));
#else
  mark(hide(0xfffffff8), hide(24));
#endif
  return 0;
}
