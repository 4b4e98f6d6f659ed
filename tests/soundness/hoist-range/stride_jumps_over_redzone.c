// Steps that are longer than redzones, known at run time only, lead from one array into another.
//@ levels: O2
#include "hide.h"

static int numbers[3000], others[300000];

static NOINLINE long all(long count, long step) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += numbers[i * step]; //~ ERROR global-buffer-overflow
  return sum;
}

int main(void) {
  numbers[hide(7)] = others[hide(7)] = 1;
#ifdef FIXED
  return all(hide(50), hide(61)) + others[hide(8)] == 3;
#else
  return all(hide(50), hide(1000)) + others[hide(8)] == 3;
#endif
}
