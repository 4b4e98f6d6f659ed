// A constant index before a local array.
//@ levels: O2
//@ contains: 'numbers'
//@ kills-mutants: in-bounds/begins
#include "hide.h"

int main(void) {
  int numbers[4] = {0};
  touch(numbers);
#ifdef FIXED
  return ((volatile int *)numbers)[0];
#else
  return ((volatile int *)numbers)[-1]; //~ ERROR stack-buffer-underflow
#endif
}
