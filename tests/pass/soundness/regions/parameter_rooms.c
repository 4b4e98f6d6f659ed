// The same within bounds.
//@ levels: O2
#include "hide.h"

static volatile int next;

static NOINLINE void fill(short *p, unsigned char n, int k) {
  for (short *q = p, *end = p + n; q < end; q++)
    q[next ? 1 : 0] = (short)k;
}

static NOINLINE void entry(void) {
  short numbers[12] = {0};
  fill(numbers, (unsigned char)hide(11), next ? 12 : 9);
}

int main(void) {
  next = 1;
  entry();
  return 0;
}
