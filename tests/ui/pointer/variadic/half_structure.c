// One number is passed where a structure of two is read.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: 1 variable argument was passed, and another one is read as 'structure of 16 bytes'
#include "hide.h"
#include <stdarg.h>

struct pair {
  long first, second;
};

NOINLINE static long sum(int first, ...) {
  va_list list;
  va_start(list, first);
  struct pair pair = va_arg(list, struct pair); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return pair.first + pair.second;
}

int main(void) {
#ifdef FIXED
  struct pair pair = {hide(1), 2};
  return sum(0, pair) == 1000;
#else
  return sum(0, hide(1)) == 1000;
#endif
}
