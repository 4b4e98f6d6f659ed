// The eighth variable argument, which no register is left for, is of another type.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 8 is 'double' and is read as 'int'
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define LAST 8
#else
#define LAST 8.0
#endif

NOINLINE static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, int); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return total;
}

int main(void) { return sum(8, 1, 2, 3, 4, 5, 6, 7, LAST) == 1000; }
