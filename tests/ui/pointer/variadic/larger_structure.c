// A structure is read as a larger one.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 1 is 'structure of 24 bytes' and is read as 'structure of 40 bytes'
#include "hide.h"
#include <stdarg.h>

struct small {
  long parts[3];
};
struct large {
  long parts[5];
};
#ifdef FIXED
#define PASSED struct large
#else
#define PASSED struct small
#endif

NOINLINE static long last(int first, ...) {
  va_list list;
  va_start(list, first);
  struct large read = va_arg(list, struct large); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return read.parts[4];
}

int main(void) {
  PASSED value = {{1, 2, 3}};
  return last(0, value) == 1000;
}
