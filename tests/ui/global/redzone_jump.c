// The index jumps over redzones into another array; the function sees which array is meant.
//@ contains: 'numbers'
//@ asan: silent it hits a good byte of another array
#include "hide.h"
#include <stdio.h>

static int before[3000] = {1}, numbers[10] = {1}, after[3000] = {1};

int main(void) {
  touch(before);
  touch(after);
  touch(numbers);
#ifdef FIXED
  printf("%d\n", numbers[hide(9)]);
#else
  printf("%d\n", numbers[hide(1500)]); //~ ERROR global-buffer-overflow
#endif
  return 0;
}
