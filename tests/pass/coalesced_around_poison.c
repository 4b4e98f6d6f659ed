// What lies between two accesses that are asked about together is poisoned by hand. Each by itself is addressable, and looking again changes no register, not those of
// floating-point numbers either.
#include "hide.h"
#include <stdlib.h>

void __asan_poison_memory_region(void const volatile *start, unsigned long size);

struct three {
  long first, hidden;
  int third, fourth;
};

static NOINLINE double sum(struct three *three, double a, double b, long c, long d, long e) {
  double whole = a * b, part = a / b;
  long here = c * d, there = d * e, rest = e - c;
  long first = three->first, third = three->third + three->fourth;
  return whole + part + here + there + rest + first + third;
}

int main(void) {
  struct three *three = hide_pointer(calloc(1, sizeof *three));
  three->first = hide(1);
  three->third = hide(3);
  __asan_poison_memory_region(&three->hidden, sizeof three->hidden);
  double found = sum(three, hide(6), hide(2), hide(5), hide(7), hide(9));
  free(three);
  return found == 12 + 3 + 35 + 63 + 4 + 1 + 3 ? 0 : 1;
}
