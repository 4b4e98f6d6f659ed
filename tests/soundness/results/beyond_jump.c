// A function that jumps back returns no number, and what it was to bound has the one from before the jump.
//@ levels: O2
#include "hide.h"
#include <setjmp.h>

static jmp_buf back;

static NOINLINE long limited(long n) {
  if (n > 8) longjmp(back, 1);
  return n;
}

int main(void) {
#ifdef FIXED
  char bytes[10];
#else
  char bytes[9];
#endif
  touch(bytes);
  volatile long n = hide(9);
  if (!setjmp(back)) n = limited(n);
  return ++bytes[n] == 77; //~ ERROR stack-buffer-overflow
}
