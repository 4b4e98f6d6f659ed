// The callee jumps back before it accesses.
//@ levels: O2
#include "hide.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;

static NOINLINE void put(long *numbers, long early) {
  if (early)
    longjmp(back, 1);
  numbers[1] = 7;
}

static NOINLINE void both(long *numbers, long early) {
  if (setjmp(back) == 0)
    put(numbers, early);
  numbers[1] += 5; //~ ERROR heap-buffer-overflow
}

int main(void) {
  both(hide_pointer(calloc(2, sizeof(long))), hide(0));
#ifdef FIXED
  both(hide_pointer(calloc(hide(2), sizeof(long))), hide(1));
#else
  both(hide_pointer(calloc(hide(1), sizeof(long))), hide(1));
#endif
  return 0;
}
