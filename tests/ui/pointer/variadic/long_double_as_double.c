// A long double, which lies in memory, is read as a double.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 1 is 'long double' and is read as 'double'
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define NUMBER 1.5
#else
#define NUMBER 1.5L
#endif

NOINLINE static double half(int first, ...) {
  va_list list;
  va_start(list, first);
  double value = va_arg(list, double); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return value / 2;
}

int main(void) { return half(0, NUMBER) > 1000; }
