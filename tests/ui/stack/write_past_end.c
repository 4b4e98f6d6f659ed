// Writes the element after a local array.
//@ contains: WRITE of size 8
//@ contains: 'numbers'
#include "hide.h"

int main(void) {
  long long numbers[4];
#ifdef FIXED
  numbers[hide(3)] = 1;
#else
  numbers[hide(4)] = 1; //~ ERROR stack-buffer-overflow
#endif
  touch(numbers);
  return 0;
}
