// A list lies in a structure, and is read through a pointer to it.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ contains: variable argument 2 is 'void *' and is read as 'int'
#include "hide.h"
#include <stdarg.h>

struct reader {
  int count;
  va_list list;
};

NOINLINE static int next(struct reader *reader) {
  reader->count++;
  return va_arg(reader->list, int); //~ ERROR variadic-argument-mismatch
}

NOINLINE static int sum(int first, ...) {
  struct reader reader = {0};
  va_start(reader.list, first);
  int total = first + next(&reader);
  total += next(&reader);
  va_end(reader.list);
  return total;
}

int main(void) {
#ifdef FIXED
  return sum(0, 1, 2) == 1000;
#else
  return sum(0, 1, "text") == 1000;
#endif
}
