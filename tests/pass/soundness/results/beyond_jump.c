// The same within bounds.
//@ levels: O2
#include "hide.h"
#include <setjmp.h>

static jmp_buf back;

static NOINLINE long limited(long n) {
  if (n > 8) longjmp(back, 1);
  return n;
}

int main(void) {
  char bytes[10];
  touch(bytes);
  volatile long n = hide(9);
  if (!setjmp(back)) n = limited(n);
  return ++bytes[n] == 77;
}
