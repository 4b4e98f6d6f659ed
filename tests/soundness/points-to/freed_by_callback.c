// A function behind a pointer frees the chunk.
//@ levels: O2
//@ kills-mutants: points-to/initial
#include "hide.h"
#include <stdlib.h>

#ifdef FIXED
static NOINLINE void drop(int *number) { touch(number); }
#else
static NOINLINE void drop(int *number) { free(number); }
#endif
static NOINLINE void keep(int *number) { touch(number); }

static NOINLINE int both(int *number, void (*between)(int *)) {
  int sum = *number;
  between(number);
  return sum + *number; //~ ERROR heap-use-after-free
}

int main(void) {
  void (*functions[])(int *) = {keep, drop};
  int *number = hide_pointer(calloc(1, sizeof(int)));
  int sum = both(number, functions[hide(1)]);
#ifdef FIXED
  free(number);
#endif
  return sum;
}
