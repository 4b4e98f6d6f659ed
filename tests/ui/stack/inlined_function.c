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
  printf("%d\n", digit(hide(16)));
  return 0;
}
