// A pointer is read as an int.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 1 is 'void *' and is read as 'int'
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define WANTED const char *
#else
#define WANTED int
#endif

NOINLINE static int is_set(int first, ...) {
  va_list list;
  va_start(list, first);
  WANTED wanted = va_arg(list, WANTED); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return wanted != 0;
}

int main(void) { return is_set(0, "text") == 2; }
