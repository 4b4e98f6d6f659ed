// An address is one of many arguments, and written to.
//@ levels: O2
//@ kills-mutants: points-to/too-many
#include "hide.h"
#include <stdarg.h>

static volatile int numbers[8];
static NOINLINE void put(int count, ...) {
  va_list all;
  va_start(all, count);
  for (int i = 0; i < count; i++)
#ifdef FIXED
    *va_arg(all, int *) = 7;
#else
    *va_arg(all, int *) = 8;
#endif
  va_end(all);
}

int main(void) {
  int index = 3, other = 2;
  put(hide(2), &other, &index);
  return numbers[index] + other == 77; //~ ERROR global-buffer-overflow
}
