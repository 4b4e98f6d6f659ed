// A function with a fixed number of arguments is called as one with variable arguments.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'int (void *, double)' is called as 'int (void *, ...)'
#include "hide.h"
#include <stdarg.h>

typedef int (*writer)(const char *, ...);

NOINLINE __attribute__((unused)) static int put(const char *text, double number) {
  return text[0] + (int)number;
}

NOINLINE static int print(const char *text, ...) {
  va_list list;
  va_start(list, text);
  int number = (int)va_arg(list, double);
  va_end(list);
  return text[0] + number;
}

int main(void) {
#ifdef FIXED
  writer volatile function = print;
#else
  writer volatile function = (writer)put;
#endif
  return function("a", 5.0) == 0; //~ ERROR type-confused-call
}
