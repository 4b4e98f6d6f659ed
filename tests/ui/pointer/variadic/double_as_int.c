// A double is read as an int.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 2 is 'double' and is read as 'int'
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define NUMBER 2
#else
#define NUMBER 2.0
#endif

NOINLINE static int second(int first, ...) {
  va_list list;
  va_start(list, first);
  int total = va_arg(list, int);
  total += va_arg(list, int); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return total;
}

int main(void) { return second(0, 1, NUMBER) == 1000; }
