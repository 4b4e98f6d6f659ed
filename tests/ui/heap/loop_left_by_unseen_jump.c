// A loop that only assembly leaves early runs beyond its array first.
#include "hide.h"
#include <stdlib.h>

static NOINLINE int until(const int *numbers, long count, long last) {
  int sum = 0;
  for (long i = 0; i < count; i++) {
#if defined(__x86_64__)
    __asm__ goto("cmp %1,%0\n\tje %l2" : : "r"(i), "r"(last) : "cc" : stop);
#else
    if (i == last)
      goto stop;
#endif
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  }
stop:
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(7, sizeof *numbers));
  int sum = until(numbers, hide(100), hide(7));
#ifdef FIXED
  sum += until(numbers, hide(100), hide(3));
#else
  sum += until(numbers, hide(100), hide(8));
#endif
  free(numbers);
  return sum;
}
