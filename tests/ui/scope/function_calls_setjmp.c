// A scope is over in a function that calls setjmp, before and after a jump.
//@ levels: O0 O2
#include "hide.h"
#include <setjmp.h>

static jmp_buf back;

static NOINLINE void jump(void) { longjmp(back, 1); }

int main(void) {
  int *volatile kept;
  volatile int rounds = 0;
  if (setjmp(back))
    rounds = rounds + 1;
  {
    int inner[4] = {1, 2, 3, 4};
    kept = hide_pointer(inner);
    touch(kept);
    if (rounds < 2)
      jump();
#ifdef FIXED
    return kept[hide(0)] != 1;
#endif
  }
#ifndef FIXED
  return kept[hide(0)] != 1; //~ ERROR stack-use-after-scope
#endif
}
