// An int is read as a pointer. Only the constant 0 is let go.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 2 is 'int' and is read as 'void *'
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define LAST 0
#else
#define LAST 1
#endif

NOINLINE static int count(const char *first, ...) {
  va_list list;
  va_start(list, first);
  int names = first != 0;
  while (va_arg(list, const char *) && names < 3) //~ ERROR variadic-argument-mismatch
    names++;
  va_end(list);
  return names;
}

int main(void) { return count("one", "two", LAST) != 2; }
