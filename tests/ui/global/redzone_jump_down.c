// A negative index jumps over redzones into another array.
//@ contains: 'numbers'
//@ asan: silent it hits a good byte of another array
#include "hide.h"

static int before[3000] = {1}, numbers[10] = {1}, after[3000] = {1};

int main(void) {
  touch(before);
  touch(after);
  touch(numbers);
#ifdef FIXED
  numbers[hide(0)] = 1;
#else
  numbers[hide(-1500)] = 1; //~ ERROR global-buffer-overflow
#endif
  touch(numbers);
  return 0;
}
