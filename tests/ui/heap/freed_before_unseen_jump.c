// Assembly jumps over an access, and what was freed on the other way is read where both meet.
#include "hide.h"
#include <stdlib.h>

static NOINLINE int both(int *numbers, long jumps) {
  int sum = numbers[0];
#if defined(__x86_64__)
  __asm__ goto("test %0,%0\n\tjnz %l1" : : "r"(jumps) : "cc" : meet);
#else
  if (jumps)
    goto meet;
#endif
  sum += numbers[1];
  free(numbers);
#ifdef FIXED
  return sum;
#endif
meet:
  return sum + numbers[0]; //~ ERROR heap-use-after-free
}

int main(void) {
  int *numbers = hide_pointer(calloc(2, sizeof *numbers));
  int sum = both(numbers, hide(1));
  return sum + both(numbers, hide(0));
}
