// A function reads a variable argument where none was passed.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: no variable argument was passed, and one is read as 'void *'
#include "hide.h"
#include <stdarg.h>

NOINLINE static int is_named(int flags, ...) {
#ifdef FIXED
  if (!(flags & 1))
    return 0;
#endif
  va_list list;
  va_start(list, flags);
  const char *name = va_arg(list, const char *); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return flags && name;
}

int main(void) { return is_named((int)hide(0)); }
