// The scope ends between two accesses to the same bytes.
//@ levels: O2
//@ kills-mutants: redundant/own-scope
#include "hide.h"

static NOINLINE int at(long n) {
  volatile int *p;
  {
    volatile int numbers[8];
    numbers[n] = 1;
    p = numbers;
#ifdef FIXED
    return p[n];
#endif
  }
#ifndef FIXED
  return p[n]; //~ ERROR stack-use-after-scope
#endif
}

int main(void) { return at(hide(3)) == 77; }
