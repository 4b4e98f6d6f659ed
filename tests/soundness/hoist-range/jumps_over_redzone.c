// Steps that are longer than redzones lead from one array into another.
//@ levels: O2
#include "hide.h"

static int numbers[3000], others[300000];

static NOINLINE long all(long count, long step) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += numbers[i * 1000 + step]; //~ ERROR global-buffer-overflow
  return sum;
}

int main(void) {
  numbers[hide(7)] = others[hide(7)] = 1;
#ifdef FIXED
  return all(hide(3), 0) + others[hide(8)] != 0;
#else
  return all(hide(50), 0) + others[hide(8)] != 0;
#endif
}
