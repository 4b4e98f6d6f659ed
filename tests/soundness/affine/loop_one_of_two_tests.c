// The loop goes on while one of two tests holds.
//@ levels: O2
//@ kills-mutants: affine/all-parts
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const int *numbers, long count, long more) {
  int sum = 0;
  long i = 0;
  do {
#define FOUR(n) numbers[i + n] + numbers[i + n + 8] + numbers[i + n + 16] + numbers[i + n + 24]
    sum += FOUR(0) + FOUR(1) + FOUR(2) + FOUR(3) + FOUR(4) + FOUR(5) + FOUR(6) + FOUR(7); //~ ERROR heap-buffer-overflow
    i++;
  } while ((i < count) | (i * 3 != more));
  return sum;
}

int main(void) {
#ifdef FIXED
  return sum(hide_pointer(calloc(101, sizeof(int))), hide(64), hide(3 * 70)) == 77;
#else
  return sum(hide_pointer(calloc(95, sizeof(int))), hide(64), hide(3 * 70)) == 77;
#endif
}
