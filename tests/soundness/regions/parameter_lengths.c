// Two numbers of bytes are known to be there behind a pointer, one of them less than the object has. What walks from the pointer does not
// stay inside of that one because it stays in the object, nor in the object because it stays inside of that one.
//@ levels: O2
//@ kills-mutants: regions/only-room
#include "hide.h"

static volatile int next;

static NOINLINE void fill(short *p, unsigned char n, int k) {
  for (short *q = p, *end = p + n; q < end; q++)
    q[next ? 1 : 0] = (short)k; //~ ERROR stack-buffer-overflow
}

static NOINLINE void entry(void) {
  short numbers[12] = {0};
#ifdef FIXED
  fill(numbers, (unsigned char)hide(11), next ? 12 : 9);
#else
  fill(numbers, (unsigned char)hide(12), next ? 12 : 9);
#endif
}

int main(void) {
  next = 1;
  entry();
  return 0;
}
