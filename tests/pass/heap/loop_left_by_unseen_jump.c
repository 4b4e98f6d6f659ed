// A loop that only assembly leaves does so before the end of its array, far from its own end.
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
    sum += numbers[i];
  }
stop:
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(7, sizeof *numbers));
  int sum = until(numbers, hide(100), hide(7));
  sum += until(numbers, hide(100), hide(3));
  free(numbers);
  return sum;
}
