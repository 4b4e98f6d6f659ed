// One of two returns yields what another function does.
//@ levels: O2
//@ kills-mutants: results/every-return
#include "hide.h"

static NOINLINE unsigned long far(unsigned long number) { return (number & 15) + 1; }

static NOINLINE unsigned long limit(unsigned long number) {
  if (number < 100)
    return number & 7;
  __attribute__((musttail)) return far(number);
}

static NOINLINE int at(unsigned long number) {
  volatile int numbers[8] = {1};
  return numbers[limit(number)]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(99)) == 77; }
#else
int main(void) { return at(hide(105)) == 77; }
#endif
