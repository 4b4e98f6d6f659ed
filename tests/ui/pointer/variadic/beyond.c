// A function reads one variable argument more than was passed.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: 2 variable arguments were passed, and another one is read as 'int'
//@ contains: the arguments were passed here:
//@ contains: sum(COUNT, 1, 2)
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define COUNT 2
#else
#define COUNT 3
#endif

NOINLINE static long sum(int count, ...) {
  va_list list;
  va_start(list, count);
  long total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, int); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return total;
}

int main(void) { return sum(COUNT, 1, 2) == 4; }
