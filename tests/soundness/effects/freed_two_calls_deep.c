// What is called calls what frees.
//@ levels: O2
//@ kills-mutants: effects/callee
#include "hide.h"
#include <stdlib.h>

static int steps;

static NOINLINE void drop(int *number) {
#ifdef FIXED
  *number = 3;
#else
  free(number);
#endif
  steps++;
}

static NOINLINE void pass(int *number) {
  steps += 2;
  drop(number);
  steps += 3;
}

static NOINLINE int twice(int *number) {
  int before = *number;
  pass(number);
  return before + *number; //~ ERROR heap-use-after-free
}

int main(void) { return twice(hide_pointer(calloc(1, sizeof(int)))) + steps == 77; }
