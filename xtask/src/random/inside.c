// What the random programs call, for the machine, which needs all of a program. Volatile variables hide from the planner what `outside.c` hides from the compiler.
#include <stdlib.h>

#define APART __attribute__((noinline, optnone))

APART void begin(void) {}

// The machine starts one process for each case.
APART int apart(void) { return 1; }

APART long hide(long value) {
  volatile long hidden = value;
  return hidden;
}

APART void *same(void *pointer) {
  void *volatile hidden = pointer;
  return hidden;
}

APART void touch(void *pointer) {
  static void *volatile seen;
  seen = pointer;
  seen = 0;
}

APART void let_go(void *pointer) { free(same(pointer)); }

APART void call(void (*function)(void *), void *argument) {
  void (*volatile hidden)(void *) = function;
  hidden(argument);
}
