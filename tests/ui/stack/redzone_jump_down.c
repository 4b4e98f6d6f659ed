// A negative index jumps over redzones into another array.
//@ contains: 'numbers'
//@ asan: silent it hits a good byte of another array
#include "hide.h"

int main(void) {
  int before[3000] = {0};
  int numbers[10] = {0};
  int after[3000] = {0};
  touch(before);
  touch(numbers);
  touch(after);
#ifdef FIXED
  numbers[hide(0)] = 1;
#else
  numbers[hide(-1000)] = 1; //~ ERROR stack-buffer-underflow
#endif
  touch(numbers);
  return before[0] + after[0];
}
