// An int is read as a long, whose upper half nobody has passed.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 1 is 'int' and is read as 'long'
#include "hide.h"
#include <stdarg.h>

NOINLINE static long offset(int whence, ...) {
  va_list list;
  va_start(list, whence);
  long value = va_arg(list, long); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return value + whence;
}

int main(void) {
#ifdef FIXED
  return offset(0, (long)hide(5)) == 6;
#else
  return offset(0, (int)hide(5)) == 6;
#endif
}
