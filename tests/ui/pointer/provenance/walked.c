// A loop walks in steps that leap over redzones.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>

NOINLINE static long sum(const char *from, long step, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += *from; //~ ERROR cross-object-access
    from += step;
  }
  return sum;
}

int main(void) {
  char *blocks[64];
  for (int i = 0; i < 64; i++) blocks[i] = calloc(1, 2000);
  long step = blocks[1] - blocks[0];
  char *first = step > 0 ? blocks[0] : blocks[1];
#ifdef FIXED
  return sum(first, hide(1), 2000);
#else
  return sum(first, hide(step < 0 ? -step : step), 2);
#endif
}
