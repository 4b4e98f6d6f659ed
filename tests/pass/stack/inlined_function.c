// The array of an inlined function.
#include "hide.h"
#include <stdio.h>

static inline __attribute__((always_inline)) int digit(long index) {
  char digits[16] = "0123456789abcde";
  touch(digits);
  return digits[index];
}

int main(void) {
  printf("%d\n", digit(hide(15)));
  return 0;
}
