// A function with variable arguments calls itself with fewer of them, and reads on when that has returned.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: 2 variable arguments were passed, and another one is read as 'int'
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define COUNT 2
#else
#define COUNT 3
#endif

NOINLINE static int sum(int depth, int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  for (int i = 0; i < count; i++) {
    if (depth > 0)
      total += sum(depth - 1, 1, 5);
    total += va_arg(list, int); //~ ERROR variadic-argument-mismatch
  }
  va_end(list);
  return total;
}

int main(void) { return sum(1, COUNT, 1, 2) == 1000; }
