// A function with variable arguments is called as one with a fixed number.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'int (void *, ...)' is called as 'int (void *, int)'
#include "hide.h"
#include <stdarg.h>

NOINLINE static int first(const char *names, ...) {
  va_list list;
  va_start(list, names);
  int number = va_arg(list, int);
  va_end(list);
  return number;
}

int main(void) {
#ifdef FIXED
  int (*volatile function)(const char *, ...) = first;
#else
  int (*volatile function)(const char *, int) = (int (*)(const char *, int))first;
#endif
  return function("a", 5) == 0; //~ ERROR type-confused-call
}
