// Not every way from one adjacent access leads to the other: the short kind has no second number.
//@ levels: O2
//@[fixed] kills-mutants: coalesce/every-successor
#include "hide.h"
#include <stdlib.h>

struct number {
  long kind;
  long more;
};

static NOINLINE long value(struct number *number) {
  long kind = number->kind;
  if (kind == 1)
    return number->more + kind; //~ ERROR heap-buffer-overflow
  return kind;
}

int main(void) {
  struct number *number = hide_pointer(malloc(sizeof(long)));
#ifdef FIXED
  *(long *)hide_pointer(number) = hide(2);
#else
  *(long *)hide_pointer(number) = hide(1);
#endif
  long sum = value(number);
  free(number);
  return sum != 2;
}
