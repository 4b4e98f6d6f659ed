// A loop over two arrays, of which one is too short.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *a, const int *b, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += a[i] * b[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *longer = hide_pointer(calloc(100, sizeof *longer));
  int *shorter = hide_pointer(calloc(99, sizeof *shorter));
#ifdef FIXED
  return all(longer, longer, hide(100)) + all(shorter, longer, hide(99)) + all(longer, shorter, hide(99)) != 0;
#else
  return all(longer, longer, hide(100)) + all(shorter, longer, hide(99)) + all(longer, shorter, hide(100)) != 0;
#endif
}
