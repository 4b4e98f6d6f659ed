// The iteration that ends the loop comes as far as its test.
//@ levels: O2
//@ kills-mutants: affine/guarded-behind
#include "hide.h"
#include <stdlib.h>

#define FOUR(n) (numbers[i + (n)] + numbers[i + (n) + 1] + numbers[i + (n) + 2] + numbers[i + (n) + 3])

static NOINLINE int at(int *numbers, long n) {
  int sum = 0;
  for (long i = 0;; i++) {
    sum += FOUR(0) + FOUR(4) + FOUR(8) + FOUR(12) + FOUR(16); //~ ERROR heap-buffer-overflow
    if (i >= n)
      return sum;
    if (sum == 77)
      return 0;
  }
}

int main(void) {
  int *numbers = calloc(100, 4);
#ifdef FIXED
  return at(hide_pointer(numbers), hide(80)) == 77;
#else
  return at(hide_pointer(numbers), hide(81)) == 77;
#endif
}
