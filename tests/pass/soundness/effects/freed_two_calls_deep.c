// What is called calls what writes.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static int steps;

static NOINLINE void drop(int *number) {
  *number = 3;
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
  return before + *number;
}

int main(void) { return twice(hide_pointer(calloc(1, sizeof(int)))) + steps == 77; }
