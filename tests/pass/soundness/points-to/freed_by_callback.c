// A function behind a pointer only looks at the block.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void drop(int *number) { touch(number); }
static NOINLINE void keep(int *number) { touch(number); }

static NOINLINE int both(int *number, void (*between)(int *)) {
  int sum = *number;
  between(number);
  return sum + *number;
}

int main(void) {
  void (*functions[])(int *) = {keep, drop};
  int *number = hide_pointer(calloc(1, sizeof(int)));
  int sum = both(number, functions[hide(1)]);
  free(number);
  return sum;
}
