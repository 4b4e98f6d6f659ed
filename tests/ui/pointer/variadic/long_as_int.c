// A long is read as an int.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 1 is 'long' and is read as 'int'
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define WANTED unsigned long
#else
#define WANTED int
#endif

NOINLINE static long width(int first, ...) {
  va_list list;
  va_start(list, first);
  long value = (long)va_arg(list, WANTED); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return value;
}

int main(void) { return width(0, hide(5)) == 6; }
