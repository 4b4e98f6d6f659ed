// A function reads beyond the arguments that lie in memory.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: 9 variable arguments were passed, and another one is read as 'int'
#include "hide.h"
#include <stdarg.h>

NOINLINE static int sum(int first, ...) {
  va_list list;
  va_start(list, first);
  int total = first;
  for (int i = 0; i < 20; i++) {
    int next = va_arg(list, int); //~ ERROR variadic-argument-mismatch
    if (next == -1)
      break;
    total += next;
  }
  va_end(list);
  return total;
}

int main(void) {
#ifdef FIXED
  return sum(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1) != 45;
#else
  return sum(0, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 1000;
#endif
}
