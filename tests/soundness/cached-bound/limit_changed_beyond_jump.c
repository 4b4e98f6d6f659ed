// The limit changes before a jump back to behind the comparison.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
//@ asan: silent A jump takes the poison off its whole stack.
#include "hide.h"
#include <setjmp.h>

static jmp_buf back;
static int limit;

static NOINLINE void leave(void) {
#ifdef FIXED
  limit = 8;
#else
  limit = 12;
#endif
  longjmp(back, 1);
}

static NOINLINE int at(void) {
  volatile int numbers[8] = {0};
  int sum = 0;
  if (limit > 8)
    return 0;
  int again = setjmp(back);
  for (int i = 0; i < limit; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  if (!again)
    leave();
  return sum;
}

int main(void) {
  limit = (int)hide(4);
  return at() == 77;
}
