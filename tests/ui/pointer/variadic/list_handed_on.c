// A list is handed to another function, which reads an argument as another type.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 1 is 'int' and is read as 'double'
//@ contains: in write_all
//@ contains: in log_all
#include "hide.h"
#include <stdarg.h>

#ifdef FIXED
#define NUMBER 1.0
#else
#define NUMBER 1
#endif

NOINLINE static int write_all(const char *format, va_list list) {
  double total = 0;
  for (; *format; format++)
    if (*format == 'f')
      total += va_arg(list, double); //~ ERROR variadic-argument-mismatch
    else
      total += va_arg(list, int);
  return total > 1000;
}

NOINLINE static int log_all(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = write_all(format, list);
  va_end(list);
  return result;
}

int main(void) { return log_all("fd", NUMBER, 2); }
