// The array belongs to a function that is inlined.
//@ contains: 'digits
#include "hide.h"
#include <stdio.h>

static inline __attribute__((always_inline)) int digit(long index) {
  char digits[16] = "0123456789abcde";
  touch(digits);
  return digits[index]; //~ ERROR stack-buffer-overflow
}

int main(void) {
#ifdef FIXED
  printf("%d\n", digit(hide(15)));
#else
  printf("%d\n", digit(hide(16)));
#endif
  return 0;
}
