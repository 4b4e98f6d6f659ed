// A structure is passed where a pointer to it is read.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 1 is 'structure of 24 bytes' and is read as 'void *'
#include "hide.h"
#include <stdarg.h>

struct point {
  long x, y, z;
};

NOINLINE static int is_there(int first, ...) {
  va_list list;
  va_start(list, first);
  const struct point *point = va_arg(list, const struct point *); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return point != 0;
}

int main(void) {
  struct point point = {hide(1), 2, 3};
#ifdef FIXED
  return is_there(0, &point) == 2;
#else
  return is_there(0, point) == 2;
#endif
}
