// A function with variable arguments is called through a pointer.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 1 is 'int' and is read as 'void *'
#include "hide.h"
#include <stdarg.h>

typedef int logger(int level, ...);

NOINLINE static int log_text(int level, ...) {
  va_list list;
  va_start(list, level);
  const char *text = va_arg(list, const char *); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return text != 0;
}

int main(void) {
  logger *volatile log = log_text;
#ifdef FIXED
  return log(1, "text") == 2;
#else
  return log(1, 5) == 2;
#endif
}
