// The index jumps over redzones into another array; the function sees which array is meant.
//@ contains: 'numbers'
//@ asan: silent it hits a good byte of another array
#include "hide.h"
#include <stdio.h>

int main(void) {
  int before[3000] = {0};
  int numbers[10] = {0};
  int after[3000] = {0};
  touch(before);
  touch(numbers);
  touch(after);
#ifdef FIXED
  printf("%d\n", numbers[hide(9)]);
#else
  printf("%d\n", numbers[hide(1000)]); //~ ERROR stack-buffer-overflow
#endif
  return before[0] + after[0];
}
