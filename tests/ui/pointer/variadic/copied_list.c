// A copy of a list is read beyond what was passed; the list itself is not.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: 1 variable argument was passed, and another one is read as 'int'
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define COUNT 1
#else
#define COUNT 2
#endif

NOINLINE static int sum(int count, ...) {
  va_list list, copy;
  va_start(list, count);
  va_copy(copy, list);
  int total = va_arg(list, int);
  va_end(list);
  for (int i = 0; i < count; i++)
    total += va_arg(copy, int); //~ ERROR variadic-argument-mismatch
  va_end(copy);
  return total;
}

int main(void) { return sum(COUNT, 1) == 1000; }
