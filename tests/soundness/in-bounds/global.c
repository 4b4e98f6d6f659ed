// A constant index one past the end of a global array.
//@ levels: O2
//@ asan: silent it takes the redzone for a part of the array
//@ contains: 'numbers'
//@ kills-mutants: in-bounds/ends
#include "hide.h"

static int numbers[10];

int main(void) {
  touch(numbers);
#ifdef FIXED
  return ((volatile int *)numbers)[9];
#else
  return ((volatile int *)numbers)[10]; //~ ERROR global-buffer-overflow
#endif
}
