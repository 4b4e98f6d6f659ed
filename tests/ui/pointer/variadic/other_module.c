// A list is handed to a function of another module, which reads more than was passed.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ aux: aux/write_all.c
//@ contains: 1 variable argument was passed, and another one is read as 'int'
//@ contains: in write_all
//@ contains: in log_all
#include "hide.h"
#include <stdarg.h>

int write_all(const char *format, va_list list);

#ifdef FIXED
#define FORMAT "s"
#else
#define FORMAT "sd"
#endif

NOINLINE static int log_all(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = write_all(format, list);
  va_end(list);
  return result;
}

int main(void) { return log_all(FORMAT, "a") == 1000; }
