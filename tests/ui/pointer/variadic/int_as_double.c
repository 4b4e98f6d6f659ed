// An int is read as a double.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 1 is 'int' and is read as 'double'
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define NUMBER 2.0
#else
#define NUMBER 2
#endif

NOINLINE static double mean(int count, ...) {
  va_list list;
  va_start(list, count);
  double total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, double); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return total / count;
}

int main(void) { return mean(2, NUMBER, 4.0) > 1000; }
