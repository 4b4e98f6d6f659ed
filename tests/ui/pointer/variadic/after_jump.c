// A function is left by a jump, without va_end, and called again with fewer arguments.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: 1 variable argument was passed, and another one is read as 'int'
#include "hide.h"
#include <setjmp.h>
#include <stdarg.h>

static jmp_buf buffer;

NOINLINE static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  for (int i = 0; i < count; i++) {
    int next = va_arg(list, int); //~ ERROR variadic-argument-mismatch
    if (next == 77)
      longjmp(buffer, 1);
    total += next;
  }
  va_end(list);
  return total;
}

int main(void) {
  if (setjmp(buffer) == 0)
    sum(3, 1, 2, 77);
#ifdef FIXED
  return sum(1, 1) == 1000;
#else
  return sum(2, 1) == 1000;
#endif
}
