// A constant index one past the end of a local array.
//@ levels: O2
//@ contains: 'numbers'
#include "hide.h"

int main(void) {
  int numbers[4] = {0};
  touch(numbers);
#ifdef FIXED
  return ((volatile int *)numbers)[3];
#else
  return ((volatile int *)numbers)[4]; //~ ERROR stack-buffer-overflow
#endif
}
