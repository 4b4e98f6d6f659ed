// One of the calls stands in a function of which nothing is known, because it can be jumped back into.
//@ levels: O2
//@ kills-mutants: parameters/unknown-call
#include "hide.h"
#include <setjmp.h>

static jmp_buf back;

static NOINLINE int at(unsigned long index) {
  volatile int numbers[8] = {1};
  return numbers[index]; //~ ERROR stack-buffer-overflow
}

static NOINLINE int jumping(unsigned long index) {
  if (setjmp(back))
    return 3;
  return at(index);
}

int main(void) {
  unsigned long index = (unsigned long)hide(3);
  int sum = index < 8 ? at(index) : 0;
#ifdef FIXED
  return sum + jumping(hide(7)) == 77;
#else
  return sum + jumping(hide(9)) == 77;
#endif
}
